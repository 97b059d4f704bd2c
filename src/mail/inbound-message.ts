/** Reads an e-mail that arrived. Nothing in it is trusted, and what is attached is only named. */
import { mailboxOf } from '../email-address.ts'
import { LANGUAGES } from '../language.ts'
import { printable } from '../letters.ts'
import { WORDS } from '../words.ts'

export type InboundMessage = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/** Bytes of a message; bytes that are read of each part and of all, and lines of all. */
export const MAX_MESSAGE = 10 * 1024 * 1024
const [MAX_PART, MAX_READ, MAX_LINES] = [32 * 1024, 1024 * 1024, 12_000]
const RECIPIENTS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']
const SIGNATURE = /^application\/((x-)?pkcs7|pgp)-signature$/
/** RFC 3834 section 2, a letter that came back (RFC 3464), and what older programs write. */
const AUTOMATIC = new Map([
  ['auto-submitted', /^(?!no\b)\S/i],
  ['precedence', /\b(bulk|junk|list|auto_reply)\b/i],
  ['return-path', /^\s*<\s*>/],
  ['content-type', /^multipart\/report/i],
  ['from', /\b(mailer-daemon|postmaster)@/i],
])

/** @returns undefined when it cannot be read */
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
    /** Headers that may hold the address at which it arrived. */
    recipients: headers.flatMap(({ key, value }) => (RECIPIENTS.includes(key) ? value : [])).join(' '),
    /** Empty when it names none. */
    from: mailboxOf(from?.address ?? '') ?? '',
    id: email.messageId,
    // The answer to an invitation says in its subject what it is.
    words: words || (named.some(({ method }) => method === 'REPLY') ? printable(subject) : ''),
    /** In words: name, type and size. */
    attached: named.map(({ filename, mimeType, content, description }) => {
      const size = Math.max(Number(description) || 0, (content as ArrayBuffer).byteLength) / 1000
      return printable(`${filename?.slice(0, 80) ?? ''} (${mimeType.slice(0, 80)}, ${Math.ceil(size)} KB)`).trim()
    }),
  }
}

async function textOf(html: string): Promise<string> {
  const { convert } = await import('html-to-text')
  const links = { selector: 'a', options: { ignoreHref: true } }
  const selectors = [links, { selector: 'img', format: 'skip' }]
  return convert(html.slice(0, MAX_PART), {
    wordwrap: false,
    limits: { maxDepth: 200, maxChildNodes: 4000 },
    selectors,
  })
}

/**
 * The library takes minutes and gigabytes for ten megabytes of empty lines. So each part, which begins with two hyphens, is cut, and
 * described with the bytes of what it holds in Base64.
 */
function shortened(raw: Buffer): Buffer<ArrayBuffer> | undefined {
  const kept: Buffer[] = []
  for (let start = 0, end = 0; end < raw.length; start = end) {
    const next = raw.indexOf('\n--', start + 1)
    end = next < 0 ? raw.length : next
    const part = raw.subarray(start, Math.min(end, start + MAX_PART))
    const head = start === 0 ? 0 : part.indexOf('\n', 1) + 1
    const size = part.length < end - start ? `Content-Description: ${Math.round((end - start) * 0.73)}\r\n` : ''
    kept.push(part.subarray(0, head), Buffer.from(size), part.subarray(head))
    if (kept.length > MAX_LINES) return undefined
  }
  const text = Buffer.concat(kept).toString('latin1')
  // Some programs say ASCII and send UTF-8.
  const isShort = text.length <= MAX_READ && text.split('\n', MAX_LINES).length < MAX_LINES
  return isShort ? Buffer.from(text.replace(/(charset="?)us-ascii/gi, '$1utf-8'), 'latin1') : undefined
}

/** Gmail and Apple Mail, in English and Spanish. Three expressions, because one would take long for hostile lines. */
const QUOTING = [/^(On|El)\b/, /\d[:.]\d\d/, /(wrote|escribió) ?:$/]
/** Outlook, in English and Spanish, repeats the headers. */
const HEADERS = /^\s*\*?(From|De): ?\*? ?\S.*\n(.*\n){0,3}\s*\*?(Sent|Date|Enviado( el)?|Fecha):/
const SEPARATOR = /^\s*-{2,}\s*(Original Message|Mensaje original)\s*-{2,}\s*$/i
const QUOTED = /^\s?>/

/** The letter begins here: ours has a line of its own for that. @param lines this one and the next ones */
const isEnd = ([line = '', ...next]: readonly string[]): boolean =>
  SEPARATOR.test(line) ||
  LANGUAGES.some((language) => line.includes(WORDS[language].mail.above)) ||
  HEADERS.test([line, ...next].join('\n'))

/** Leaves out the letter that the person's program quotes. Signatures, and words between quoted lines, stay. */
function ownWords(text: string): string {
  const lines = text.split('\n')
  const own: string[] = []
  for (let place = 0; place < lines.length; place += 1) {
    const near = lines.slice(place, place + 5)
    if (QUOTED.test(near[0] ?? '')) continue
    if (isEnd(near)) break
    // The line may be broken into three.
    const upTo = (count: number) => near.slice(0, count).join(' ').trimEnd()
    const broken = [1, 2, 3].find((count) => QUOTING.every((part) => part.test(upTo(count))))
    if (broken === undefined) own.push(near[0] ?? '')
    // Without marks, all that follows is the letter too.
    else if (!QUOTED.test(lines.slice(place + broken).find((line) => line.trim()) ?? '')) break
    else place += broken - 1
  }
  const withoutRule = own.join('\n').replace(/\n_{5,}\s*$/, '')
  return withoutRule.replace(/\n{3,}/g, '\n\n').trim()
}
