/**
 * A letter of the firm: the same words as plain text and as a page, in a look that every mail program draws.
 * What is written here is escaped; nothing in it is styled, loaded or run.
 */
import { html } from 'hono/html'
import { type Firm, nationalTelephone } from '../firm/firm.ts'
import type { Language } from '../language.ts'
import type { FirmFacts } from '../firm/translation.ts'
import type { Mail } from '../ports.ts'

/** Who writes: the firm, as it speaks the language of the letter. */
export interface Sender extends FirmFacts {
  /** The base address. */
  base: string
  language: Language
}

/** A paragraph: a text, lines that stand below one another, or a link with what it is for. */
export type Paragraph = string | readonly string[] | { href: string; label: string }

export interface Letter {
  to: string
  /** Constant words, and a reference at most: a subject is a header. */
  subject: string
  paragraphs: readonly Paragraph[]
  /** The same in another language, below: where nobody knows which one the person reads. */
  also?: { language: Language; paragraphs: readonly Paragraph[] }
}

/**
 * Writes a letter, signed with the firm's name, telephone and office.
 * @returns all of the mail but its id
 */
export async function composeLetter(
  { firm, language }: Sender,
  { to, subject, paragraphs, also }: Letter,
): Promise<Omit<Mail, 'id'>> {
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
