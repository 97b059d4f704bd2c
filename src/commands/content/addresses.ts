/**
 * The address of the site in its texts: a text that holds it as it is today is wrong when the site moves, so it holds a
 * placeholder that the build fills in.
 */
import { inBraces, PLACEHOLDERS } from '../../firm/placeholders.ts'
import { REPLY_WORDS } from '../../firm/reply-template.ts'
import { type ContentFault, type ContentFile, firmOf, textsOf } from './files.ts'
import { nearest } from './nearest.ts'

/** What the build fills into every text, and what the desk fills into a letter. */
const [IN_TEXTS = [], IN_LETTERS = []] = [PLACEHOLDERS, REPLY_WORDS].map((words) => Object.keys(words).map(inBraces))

/** One word in braces; a program's own, like `${BASE}`, is not meant for us. */
const IN_BRACES = /(?<!\$)\{\s*[\w.]+\s*\}/g
/** What an address or such a word holds, and few lines do. */
const POSSIBLE = /[:{]/

/**
 * Adds a fault for each address of the site that is written out, and for each word in braces that nothing fills in.
 * @param addresses what is configured as the address of the site; what is no address is ignored
 */
export function checkAddresses(
  files: readonly ContentFile[],
  addresses: readonly string[],
  faults: ContentFault[],
): void {
  const own = ownAddress([...addresses, ...emailHosts(files)])
  for (const content of files) {
    const known = [...IN_TEXTS, ...(content.folder === 'replies' ? IN_LETTERS : [])]
    for (const { field, line, text } of textsOf(content)) {
      if (!POSSIBLE.test(text)) continue
      const fault = (message: string) => faults.push({ file: content.file, line, field, message })
      for (const [found] of (own && text.matchAll(own)) ?? [])
        fault(
          `holds ${found}, the address of this site. Write: ${inBraces('base')}, or a path like /contact/ in a link`,
        )
      for (const [found] of text.matchAll(IN_BRACES)) {
        if (!known.includes(found)) fault(`holds ${found}, which nothing fills in. ${hintFor(found, known)}`)
      }
    }
  }
}

/** The word that looks most like it, or all. */
function hintFor(found: string, known: readonly string[]): string {
  const meant = nearest(found, known)
  return meant ? `Did you mean ${meant}?` : `Write: ${known.join(', ')}; or leave out the braces`
}

/** The firm's domain, from its e-mail address: the check runs where no address is configured too. */
function emailHosts(files: readonly ContentFile[]): string[] {
  const email = firmOf(files)?.data?.email
  return typeof email === 'string' ? [`https://${email.replace(/^.*@/, '')}`] : []
}

/** What finds any of these addresses in a text, with and without `www.`; undefined when there are none. */
function ownAddress(addresses: readonly string[]): RegExp | undefined {
  const hosts = addresses.flatMap((address) => URL.parse(address)?.host ?? []).filter(Boolean)
  if (hosts.length === 0) return undefined
  const names = hosts.map((host) => host.replace(/^www\./, '').replaceAll('.', '\\.'))
  return new RegExp(`https?://(?:www\\.)?(?:${names.join('|')})(?![\\w-]|\\.\\w)`, 'gi')
}
