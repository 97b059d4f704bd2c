/** Which notices for people and agents each page, mail and document shows. */
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { WORDS } from '../words.ts'
import type { Notices } from './notices-file.ts'
import { citiesInWords } from './offices.ts'

type NoticeName = Exclude<keyof Notices, 'version' | 'demonstration'>

/** Stands for the firm's name and city, which rule 4-7.12(a) requires. Each format writes them in its own place. */
const OFFICE = 'office'

const FORM = ['inquiry', 'confidentiality', 'telephone'] as const
/** The layout and the aside of a page show these. */
const PAGE = ['urgent', 'advertising', OFFICE] as const
/** The person has read the other notices before. */
const AFTER_SENDING = ['advertising', OFFICE] as const
/** A person whose program sends sees none of our pages, so the program shows the notices of the form, and `assistant`. */
const SENT_BY_PROGRAM = ['urgent', ...FORM, 'assistant'] as const
/** For documents from which programs learn how to send. */
const GUIDE = ['automated', 'urgent', 'inquiry', 'confidentiality', 'assistant', OFFICE] as const
/** A card has room for a sentence only. */
const CARD = [OFFICE] as const

export const PAGE_NOTICES = {
  contactPage: [...PAGE, ...FORM],
  contactMarkdown: [...PAGE, ...FORM, 'assistant'],
  thanksPage: AFTER_SENDING,
  statusPage: AFTER_SENDING,
} as const satisfies SurfaceTable

/** The notices of mails. Mails to the staff have none. */
const MAIL_NOTICES = {
  receiptMail: ['urgent', 'inquiry', OFFICE],
  /** After a call: the person has sent nothing, so `reply` takes the place of `inquiry`. */
  callReceipt: ['urgent', 'reply', OFFICE],
  replyMail: ['reply', OFFICE],
  appointmentMail: ['reply', OFFICE],
  linkMail: ['reply', 'assistant', OFFICE],
  linkedMail: ['reply', 'confidentiality', 'assistant', OFFICE],
} as const satisfies SurfaceTable

/** These documents are in the first language. */
export const DOCUMENT_NOTICES = {
  authGuide: GUIDE,
  llms: GUIDE,
  llmsFull: GUIDE,
  skill: GUIDE,
  openapi: GUIDE,
  serverCard: CARD,
  olderServerCard: CARD,
  registryEntry: CARD,
  aiCatalog: CARD,
} as const satisfies SurfaceTable

export const SURFACE_NOTICES = {
  ...PAGE_NOTICES,
  ...MAIL_NOTICES,
  ...DOCUMENT_NOTICES,
  /** Also on the page that shows the form again after an error. */
  form: FORM,
  formMarkdown: SENT_BY_PROGRAM,
  /** At the form for an answer, on the status page. */
  answer: ['answer'],
  /** A member of the staff reads this notice to the caller. */
  telephoneCall: ['call'],
  preview: SENT_BY_PROGRAM,
  elicitation: SENT_BY_PROGRAM,
  /** An agent may have sent without a preview, so each receipt has all notices. */
  receipt: SENT_BY_PROGRAM,
  instructions: ['automated', 'assistant'],
} as const satisfies SurfaceTable

type SurfaceTable = Readonly<Record<string, readonly (NoticeName | typeof OFFICE)[]>>
export type Surface = keyof typeof SURFACE_NOTICES

/** The notice of a demonstration comes first. */
export const noticesOf = (surface: Surface, notices: Notices): string[] => [
  ...demonstrationIn(notices),
  ...SURFACE_NOTICES[surface].flatMap((name) => (name === OFFICE ? [] : [notices[name]])),
]

/** @returns the notice of a demonstration; an empty list for a firm that exists */
export const demonstrationIn = ({ demonstration }: Pick<Notices, 'demonstration'>): string[] =>
  demonstration === undefined ? [] : [demonstration]

export const receiptNotice = (notices: Notices): string => noticesOf('receipt', notices).join(' ')

interface NamedFirm {
  name: string
  offices: Parameters<typeof citiesInWords>[0]
  notices: Pick<Notices, 'demonstration'>
}

/** @returns like `Example Law, DeLand, FL`; in a demonstration, first that there is no such firm */
export const officeOf = ({ name, offices, notices }: NamedFirm, language: Language = FIRST_LANGUAGE): string =>
  `${notices.demonstration ? WORDS[language].noSuchFirm : ''}${name}, ${citiesInWords(offices, language)}`

/** The notice of a text about the law. It names the firm, because programs quote the text without its page. */
export const generalNotice = (firm: NamedFirm, language: Language): string =>
  `${officeOf(firm, language)}. ${WORDS[language].generalInformation}`
