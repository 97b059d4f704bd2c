/** Reads an e-mail that arrived. Its content is not trusted. Attachments are named, and not kept. */
import { mailboxOf } from '../email-address.ts'
import { LANGUAGES } from '../language.ts'
import { printable } from '../letters.ts'
import { WORDS } from '../words.ts'

export type InboundMessage = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/** A message has at most this many bytes. */
export const MAX_MESSAGE = 10 * 1024 * 1024
/** Each part is cut after `MAX_PART` bytes. A message that still has more than `MAX_READ` bytes, or `MAX_LINES` lines, cannot be read. */
const [MAX_PART, MAX_READ, MAX_LINES] = [32 * 1024, 1024 * 1024, 12_000]
const RECIPIENTS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']
const SIGNATURE = /^application\/((x-)?pkcs7|pgp)-signature$/
/** Headers of automatic e-mails: replies (RFC 3834 section 2), bounces (RFC 3464), and e-mails of older programs. */
const AUTOMATIC = new Map([
  ['auto-submitted', /^(?!no\b)\S/i],
  ['precedence', /\b(bulk|junk|list|auto_reply)\b/i],
  ['return-path', /^\s*<\s*>/],
  ['content-type', /^multipart\/report/i],
  ['from', /\b(mailer-daemon|postmaster)@/i],
])

/** @returns undefined when the e-mail is too long after its parts were cut, or is not valid */
export async function readMessage(raw: Buffer) {
  const parts = shortened(raw)
  if (!parts) return undefined
  // Loaded with the first message, to shorten the cold start of functions.
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(parts, { forceRfc822Attachments: true }).catch(() => undefined)
  if (!email) return undefined
  const { headers, attachments, from, subject = '', text = '', html = '' } = email
  const named = attachments.filter(({ related, mimeType }) => !related && !SIGNATURE.test(mimeType))
  const words = ownWords(printable((text.trim() ? text : await textOf(html)).replaceAll('\r', '')))
  const isAutomatic = headers.some(({ key, value }) => AUTOMATIC.get(key)?.test(value))
  return {
    mail: isAutomatic ? ('automatic' as const) : ('answer' as const),
    /** The headers that may name the address at which the e-mail arrived, as one text. */
    recipients: headers.flatMap(({ key, value }) => (RECIPIENTS.includes(key) ? value : [])).join(' '),
    /** Address of the sender; empty when the e-mail names none. */
    from: mailboxOf(from?.address ?? '') ?? '',
    id: email.messageId,
    // The answer to a calendar invitation may have no text: its subject says whether the person accepts.
    words: words || (named.some(({ method }) => method === 'REPLY') ? printable(subject) : ''),
    /** Each attached file, like `will.pdf (application/pdf, 12 KB)`. */
    attached: named.map(({ filename, mimeType, content, description }) => {
      const size = Math.max(Number(description) || 0, (content as ArrayBuffer).byteLength) / 1000
      const name = filename?.slice(0, 80).replace(/\s+/g, ' ') ?? ''
      return printable(`${name} (${mimeType.slice(0, 80)}, ${Math.ceil(size)} KB)`).trim()
    }),
  }
}

async function textOf(html: string): Promise<string> {
  const { convert } = await import('html-to-text')
  const selectors = [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ]
  const limits = { maxDepth: 200, maxChildNodes: 4000 }
  return convert(html.slice(0, MAX_PART), { wordwrap: false, limits, selectors })
}

/**
 * Cuts each part of the message, because the library takes minutes and gigabytes for ten megabytes of empty lines. Two hyphens begin a part.
 * A part that is cut gets a `Content-Description`: its size before the cut, decoded from Base64. @returns undefined when still too long
 */
function shortened(raw: Buffer): Buffer<ArrayBuffer> | undefined {
  const parts: string[] = []
  for (let start = 0, end = 0; end < raw.length && parts.length < MAX_LINES; start = end) {
    const next = raw.indexOf('\n--', start + 1)
    end = next < 0 ? raw.length : next
    const part = raw.toString('latin1', start, Math.min(end, start + MAX_PART))
    const size = `Content-Description: ${Math.round((end - start) * 0.73)}\r\n`
    parts.push(start + MAX_PART < end ? part.replace(/^(\n--[^\n]*\n)?(?=[\w-]+:)/, `$&${size}`) : part)
  }
  const text = parts.join('')
  if (text.length > MAX_READ || text.split('\n', MAX_LINES).length === MAX_LINES) return undefined
  // Some programs say ASCII and send UTF-8.
  return Buffer.from(text.replace(/(charset="?)us-ascii/gi, '$1utf-8'), 'latin1')
}

const QUOTED = /^\s?>/
const SEPARATOR = /^\s*-{2,}\s*(Original Message|Mensaje original)\s*-{2,}\s*$/i
const ABOVE = LANGUAGES.map((language) => WORDS[language].mail.inbound.above)
/** Gmail, Apple Mail and Outlook put date and sender above a quoted letter, in English and Spanish, in at most `MAX_HEAD` lines. */
const HEAD = /^[\s*]*(On |El |(From|De):)/
const MAX_HEAD = 8

/** Leaves out the quoted letter: lines that begin with `>`, and all from `SEPARATOR` or `ABOVE` on. Keeps signatures, and words in between. */
function ownWords(text: string): string {
  const own: string[] = []
  let wasQuoted = false
  for (const line of text.split('\n')) {
    const isQuoted = QUOTED.test(line)
    const isEnd = !isQuoted && (SEPARATOR.test(line) || ABOVE.some((above) => line.includes(above)))
    if (isEnd || (isQuoted && !wasQuoted)) dropHead(own)
    if (isEnd) break
    if (!isQuoted) own.push(line)
    wasQuoted = isQuoted
  }
  const words = own.join('\n').replace(/\n{3,}/g, '\n\n')
  return words.trim()
}

/** Removes the date and sender of a quoted letter, which are the last lines of `own`. */
function dropHead(own: string[]): void {
  const last = own.slice(-MAX_HEAD)
  const start = last.findLastIndex((line) => HEAD.test(line))
  const head = last.slice(start).join(' ').trimEnd()
  if (start >= 0 && /\d[:.]\d\d/.test(head) && /^[\s*]*(From|De):|:$/.test(head)) own.splice(start - last.length)
  if (/^_{5,}\s*$/.test(own.at(-1) ?? '')) own.pop()
}
