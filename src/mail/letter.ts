/**
 * Defines the type of `MESSAGES` rows, and composes a mail as text and HTML. The HTML has inline styles only, and colors only for buttons
 * and lines, so that every mail program can show it, also in dark mode. All text is escaped; there is no remote content and no script.
 */
import type * as z from 'zod'
import { html } from 'hono/html'
import type { Firm } from '../firm/firm.ts'
import { accentOrDefault } from '../firm/look.ts'
import { demonstrationIn } from '../firm/notices.ts'
import { nationalTelephone } from '../telephone.ts'
import type { Language } from '../language.ts'
import type { FirmFacts } from '../firm/published-facts.ts'
import type { Mail } from '../ports.ts'
import { PATHS } from '../site.ts'
import { WORDS } from '../words.ts'

export interface Sender extends FirmFacts {
  base: string
  language: Language
  languages: readonly Language[]
  /** Address for the person's answer. */
  replyTo?: string | undefined
  /** The firm's facts in another language, for a mail in two languages. */
  factsIn(language: Language): Promise<FirmFacts>
}

type AboutKind = 'inquiry' | 'claim' | 'member'

interface Written {
  mailer: Letter | Promise<Letter>
  /** The body, to be sent as JSON. */
  webhook: object
}

interface Row<Members extends z.ZodRawShape, About extends AboutKind, Channel extends keyof Written> {
  channel: Channel
  /** Messages about an inquiry are erased with it. Mails that the erasure itself causes stay: they cancel the appointment. */
  about: About
  /** Gives ids a random `copy`, unless the posting has one. Without it, `storeMail` ignores a second message with the same id and `at`. */
  isRepeated?: true
  /** Makes the schemas of the data that is stored besides the kind. It is a function, because schemas slow the start of a process. */
  members: () => Members
  write(sender: Sender, data: z.output<z.ZodObject<Members>>): Written[Channel]
}
export type MessageRow = { [Channel in keyof Written]: Row<z.ZodRawShape, AboutKind, Channel> }[keyof Written]

const rowFor =
  <Channel extends keyof Written>(channel: Channel) =>
  <Members extends z.ZodRawShape, About extends AboutKind>(row: Omit<Row<Members, About, Channel>, 'channel'>) => ({
    channel,
    ...row,
  })

export const mail = rowFor('mailer')
export const event = rowFor('webhook')

/** A list of texts is one paragraph with line breaks. */
export type Paragraph =
  | string
  | readonly string[]
  | { href: string; label: string }
  | { style: 'reference' | 'moment' | 'small'; text: string }

export const deskAddress = ({ base }: Pick<Sender, 'base'>, reference: string) =>
  `${base}${PATHS.deskInquiries}/${reference}`

export const small = (texts: readonly string[]): Paragraph[] => texts.map((text) => ({ style: 'small', text }))

interface Letter extends Pick<Mail, 'calendar' | 'isPersonal' | 'replyTo' | 'original'> {
  /** A subject is a header, so it has nothing that a person or an agent wrote (header injection). */
  subject: string
  paragraphs: readonly Paragraph[]
  /** The same text in another language stands below when the person's language is unknown. */
  also?: { language: Language; paragraphs: readonly Paragraph[] } | undefined
}

/** Adds the firm's name and signature, the note of a demonstration, and with `replyTo` how to answer by e-mail. */
export async function composeMail(sender: Sender, { subject, paragraphs: given, also, ...rest }: Letter) {
  const { firm, language, replyTo } = sender
  const demonstration = demonstrationIn(firm.notices)
  const { above: separator, carried: warning } = WORDS[language].mail.inbound
  const [above, below] = replyTo === undefined ? [[], []] : [[separator], small([warning])]
  // The note of a demonstration comes first, and is not repeated among the notices.
  const paragraphs = [...demonstration, ...given.filter((one) => !demonstration.includes(toText(one))), ...below]
  const signature = signatureOf(firm)
  const all = [...above, ...paragraphs, ...(also?.paragraphs ?? []), signature]
  const toHtml = (paragraph: Paragraph) => htmlOf(paragraph, accentOrDefault(firm.accent).accent.light)
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${STYLES.body}">
${above.map(toHtml)}<div style="${STYLES.head}">${firm.name}</div>
${paragraphs.map(toHtml)}${
    also &&
    html`<div lang="${also.language}">
${also.paragraphs.map(toHtml)}</div>
`
  }<div style="${STYLES.foot}">${toHtml(signature)}</div></body></html>
`
  return {
    from: { name: firm.name, address: firm.email },
    subject,
    text: `${all.map(toText).join('\n\n')}\n`,
    html: String(await page),
    replyTo,
    ...rest,
  }
}

/** Gray can be seen in light and dark mode. */
const BORDER = '1px solid #8a8578'
const STYLES = {
  body: "max-width:36rem;margin:0 auto;padding:24px;font:16px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif",
  head: `padding:0 0 12px;margin:0 0 20px;border-bottom:${BORDER};font:600 20px/1.3 Georgia,serif`,
  reference: 'font:600 20px/1.4 ui-monospace,Menlo,Consolas,monospace',
  moment: 'margin:0;font:600 20px/1.4 Georgia,serif',
  button: 'display:inline-block;padding:10px 18px;border-radius:6px;color:#fff;font-weight:600;text-decoration:none',
  small: 'font-size:13px',
  foot: `margin:24px 0 0;border-top:${BORDER};font-size:14px`,
} as const

const signatureOf = ({ name, telephone, address: { street, city, state, postalCode } }: Firm) => [
  name,
  nationalTelephone(telephone),
  `${street}, ${city}, ${state} ${postalCode}`,
]

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('href' in paragraph) return `${paragraph.label}:\n${paragraph.href}`
  return 'style' in paragraph ? paragraph.text : paragraph.join('\n')
}

/** @param accent the background color of a button */
function htmlOf(paragraph: Paragraph, accent: string) {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>\n`
  if ('href' in paragraph)
    return html`<p><a href="${paragraph.href}" style="${STYLES.button};background:${accent}">${paragraph.label}</a></p>\n`
  if ('style' in paragraph) return html`<p style="${STYLES[paragraph.style]}">${paragraph.text}</p>\n`
  return html`<p>${paragraph.map((line, number) => (number === 0 ? line : html`<br>${line}`))}</p>\n`
}
