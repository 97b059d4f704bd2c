/**
 * What is known of a kind of message, and how a mail from the firm is composed. `message.ts` has the table
 * of all.
 *
 * A mail is plain text, and HTML that every mail program can show. All text is escaped; no styles, no remote content, no scripts.
 */
import type * as z from 'zod'
import { html } from 'hono/html'
import type { Firm } from '../firm/firm.ts'
import { demonstrationIn } from '../firm/notices.ts'
import { nationalTelephone } from '../telephone.ts'
import type { Language } from '../language.ts'
import type { FirmFacts } from '../firm/published-facts.ts'
import type { Mail } from '../ports.ts'

/** The sending firm, with its texts in the language of the mail. */
export interface Sender extends FirmFacts {
  base: string
  language: Language
  languages: readonly Language[]
  /** The firm's facts in another language, for a mail in several. */
  factsIn(language: Language): Promise<FirmFacts>
}

/** What a message can be about. */
type AboutKind = 'inquiry' | 'claim' | 'member'

interface Row<Data, About extends AboutKind> {
  /** As the desk names it. */
  label: string
  /** What it is about: with an inquiry it is erased. */
  about: About
  /** True when one inquiry or claim can cause several at once. Otherwise posting the same twice has no effect. */
  isRepeated?: true
  /** What is stored of it. `kind` is its name in the table. */
  data: z.ZodType<Data>
  /** Its words, if it goes to people outside the firm. */
  words?: () => Readonly<Record<Language, unknown>>
}

/** A kind of message that is mailed. */
export interface MailRow<Data = unknown, About extends AboutKind = AboutKind> extends Row<Data, About> {
  channel: 'mailer'
  write(sender: Sender, data: Data): Promise<Omit<Mail, 'id'>>
}

/** A kind of message that is posted to the webhook. */
export interface EventRow<Data = unknown, About extends AboutKind = AboutKind> extends Row<Data, About> {
  channel: 'webhook'
  /** @returns the body, to be sent as JSON */
  write(sender: Sender, data: Data): object
}

/** A paragraph: a text, a list of lines, or a link with its label. */
export type Paragraph = string | readonly string[] | { href: string; label: string }

interface Letter {
  to: string
  /** Fixed text, the firm's name or a reference only: a subject is a header (header injection). */
  subject: string
  paragraphs: readonly Paragraph[]
  /** The same in another language, placed below; used when the person's language is unknown. */
  also?: { language: Language; paragraphs: readonly Paragraph[] }
}

/** Composes a mail, signed with the firm's name, telephone and address. */
export async function composeLetter({ firm, language }: Sender, { to, subject, paragraphs: given, also }: Letter) {
  const words = demonstrationIn(firm.notices)
  // First, and not again among the notices.
  const paragraphs = [...words, ...given.filter((one) => !words.includes(one as string))]
  const signature = signatureOf(firm)
  const all = [...paragraphs, ...(also?.paragraphs ?? []), signature]
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${paragraphs.map(toHtml)}${
    also &&
    html`<div lang="${also.language}">
${also.paragraphs.map(toHtml)}</div>
`
  }${toHtml(signature)}</body></html>
`
  return {
    from: { name: firm.name, address: firm.email },
    to,
    subject,
    text: `${all.map(toText).join('\n\n')}\n`,
    html: String(await page),
  }
}

const signatureOf = ({ name, telephone, address: { street, city, state, postalCode } }: Firm) => [
  name,
  nationalTelephone(telephone),
  `${street}, ${city}, ${state} ${postalCode}`,
]

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'href' in paragraph ? `${paragraph.label}:\n${paragraph.href}` : paragraph.join('\n')
}

function toHtml(paragraph: Paragraph) {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>\n`
  if ('href' in paragraph) return html`<p><a href="${paragraph.href}">${paragraph.label}</a></p>\n`
  return html`<p>${paragraph.map((line, number) => (number === 0 ? line : html`<br>${line}`))}</p>\n`
}
