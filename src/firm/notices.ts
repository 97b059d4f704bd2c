/**
 * The notices shown to a person or an agent before an inquiry is sent, and in the response to it.
 * A lawyer of the firm writes them, in `notices.md`. A surface is whatever reaches a person, or a program that acts for one: a page, a
 * mail, a response, a document. What draws a surface takes its notices from here, and `tests/firm/surface-notices.test.ts` looks for
 * each of them in each language of the surface.
 */
import * as z from 'zod'
import { Day } from '../dates.ts'
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { WORDS } from '../words.ts'
import { paragraph, Reviewed } from './content-fields.ts'

const notice = (description: string) => paragraph(z.string().min(1).describe(description))

/** Frontmatter of `notices.md`. */
export const NoticesFile = z.strictObject({
  version: Day.describe('Day this wording was adopted; stored with every inquiry.'),
  inquiry: notice(
    'Shown before sending and in the receipt: no attorney-client relationship, no legal advice, not for deadlines.',
  ),
  confidentiality: notice(
    'Shown before sending and in the receipt: what may and may not be treated as confidential before the firm agrees to act.',
  ),
  urgent: notice('What to do when there is no time to wait for an answer.'),
  telephone: notice('That a telephone number is optional and does not mean agreeing to texts or automated calls.'),
  call: notice('Read to a person who calls, before anything else: names first, no advice, not the story yet.'),
  answer: notice(
    'Shown before a person answers what the firm asked: not confidential until a lawyer has agreed, no deadline, no documents.',
  ),
  reply: notice('At the foot of a reply: not a client yet, no advice, no documents by e-mail.'),
  automated: notice(
    'Shown in every interface for programs: automated, not a lawyer, facts about the firm and general information about the law.',
  ),
  assistant: notice('Shown where an AI assistant sends for a person: its provider gets the conversation too.'),
  advertising: notice('The advertising notice at the foot of every page.'),
  reviewed: Reviewed,
})

/** The `notices` member of the firm. */
export const Notices = z
  .strictObject({
    demonstration: z.string().optional().describe('Only where the firm does not exist: that it does not.'),
    ...NoticesFile.omit({ reviewed: true }).shape,
  })
  .describe('The notices in force.')
export type Notices = z.infer<typeof Notices>

type NoticeName = Exclude<keyof Notices, 'version' | 'demonstration'>

/** The name of the firm and the city of its office, as rule 4-7.12(a) asks; each format has its own place for them. */
const OFFICE = 'office'

/** In the form, above its button. */
const FORM = ['inquiry', 'confidentiality', 'telephone'] as const
/** On a page: what the layout and the aside say too. */
const PAGE = ['urgent', 'advertising', OFFICE] as const
/** Below what happens next. */
const THANKS = ['inquiry', 'confidentiality'] as const
/** For a program that sends for a person: all that the person would have seen on our page, and the notice on assistants. */
const SENT_BY_PROGRAM = ['urgent', ...FORM, 'assistant'] as const
/** A document that tells a program how to send. */
const GUIDE = ['automated', 'urgent', 'inquiry', 'confidentiality', 'assistant', OFFICE] as const
/** A card has room for a sentence only. */
const CARD = [OFFICE] as const

/** The notices of pages that the build draws. */
export const PAGE_NOTICES = {
  contactPage: [...PAGE, ...FORM],
  contactMarkdown: [...PAGE, ...FORM, 'assistant'],
  /** What the page itself says; the rest stands in its layout. */
  thanks: THANKS,
  thanksPage: [...PAGE, ...THANKS],
  statusPage: ['advertising', OFFICE],
} as const satisfies SurfaceTable

/** The notices of mails to the person, by kind. Mails to the firm carry none. */
const MAIL_NOTICES = {
  receiptMail: ['urgent', 'inquiry', 'confidentiality', OFFICE],
  /** After a call the person has seen no page. */
  callReceipt: ['urgent', 'reply', OFFICE],
  replyMail: ['reply', OFFICE],
  appointmentMail: ['reply', OFFICE],
  linkMail: ['inquiry', 'assistant', OFFICE],
  linkedMail: ['inquiry', 'confidentiality', 'assistant', OFFICE],
} as const satisfies SurfaceTable

/** The notices of documents for programs, which are in the first language. */
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
  /** As the function draws it, also when it was refused. */
  form: FORM,
  /** The same as Markdown, before the instructions to send. */
  formMarkdown: SENT_BY_PROGRAM,
  /** Where an inquiry stands: what the function adds to the page. */
  status: ['urgent', 'inquiry'],
  /** Before a person answers what the firm asked, there and in the mail that asks. */
  answer: ['answer'],
  /** Read out by a member of the staff. */
  telephoneCall: ['call'],
  /** Before the person says yes. */
  preview: SENT_BY_PROGRAM,
  elicitation: SENT_BY_PROGRAM,
  /** The `notice` of the API and of MCP: all of them, because an agent may have sent without a preview. */
  receipt: SENT_BY_PROGRAM,
  /** What `/mcp` says before the first call. */
  instructions: ['automated', 'assistant'],
} as const satisfies SurfaceTable

type SurfaceTable = Readonly<Record<string, readonly (NoticeName | typeof OFFICE)[]>>
export type Surface = keyof typeof SURFACE_NOTICES

/** The notices of a surface, in its order and their language. Those of a demonstration begin with what it is. */
export const noticesOf = (surface: Surface, notices: Notices): string[] => [
  ...demonstrationIn(notices),
  ...SURFACE_NOTICES[surface].flatMap((name) => (name === OFFICE ? [] : [notices[name]])),
]

/** The notice of a demonstration; none on the site of a firm that exists. */
export const demonstrationIn = ({ demonstration }: Pick<Notices, 'demonstration'>): string[] =>
  demonstration === undefined ? [] : [demonstration]

export const receiptNotice = (notices: Notices): string => noticesOf('receipt', notices).join(' ')

interface Office {
  name: string
  address: { city: string; state: string }
  notices: Pick<Notices, 'demonstration'>
}

/** The firm and the place of its office, for a card, or before a text in another language. */
export const officeOf = ({ name, address, notices }: Office, language: Language = FIRST_LANGUAGE): string =>
  `${notices.demonstration ? WORDS[language].noSuchFirm : ''}${name}, ${address.city}, ${address.state}`

/** Stands beside every text about the law, because programs quote a text by itself: names the firm. */
export const generalNotice = (firm: Office, language: Language): string =>
  `${officeOf(firm, language)}. ${WORDS[language].generalInformation}`
