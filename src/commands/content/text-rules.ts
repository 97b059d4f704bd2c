/** Rules for words that would spoil a page, or be wrong when the site moves. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inBraces, PARTS, PLACEHOLDERS } from '../../firm/placeholders.ts'
import { REPLY_WORDS } from '../../firm/reply-template.ts'
import { type Content, type ContentFile, firmOf } from './files.ts'
import { linkRules } from './links.ts'
import type { Rule } from './passages.ts'

/** The build fills the first into every text; the desk fills the second into a letter. */
const [IN_TEXTS = [], IN_LETTERS = []] = [PLACEHOLDERS, REPLY_WORDS].map((words) => Object.keys(words).map(inBraces))

/** Endings of pictures that browsers show. */
const PICTURE_TYPES = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i
const NO_PICTURE =
  'which is not a picture beside the text. Put the file, as JPEG or PNG, into the folder of the text under a name of letters, digits and hyphens, and write it with the same capital and small letters, like ./file.jpg'

/** @param addresses what is configured as the address of the site; what is not an address is ignored */
export const textRules = ({ root, files }: Content, addresses: readonly string[]): Rule[] => [
  ...addressRules(files, addresses),
  ...linkRules(files),
  {
    // A program's own, like `${BASE}`, is not meant for us.
    words: /(?<!\$)\{\s*[\w.]+\s*\}/g,
    inCode: true,
    message: (found, { content: { folder } }) => {
      const known = [...IN_TEXTS, ...(folder === 'replies' ? IN_LETTERS : [])]
      if (known.includes(found)) return undefined
      return `holds ${found}, which nothing fills in. Write: ${known.join(', ')}; or leave out the braces`
    },
  },
  {
    words: /\{[#/][^}\n]*\}/g,
    inCode: true,
    message: (found) =>
      `holds ${found}, which marks no part. Write {#NAME} before the part and {/NAME} after it, both in one line or each on its own; NAME is one of: ${PARTS.join(', ')}`,
  },
  {
    words: /^# /gm,
    only: 'body',
    message: (_found, { content: { folder } }) =>
      folder === 'replies' ? undefined : 'holds a heading with one #: the page has its title already, begin with ##',
  },
  {
    words: /!\[\s*\]\(/g,
    only: 'body',
    message: () =>
      'holds a picture without words. Write between the brackets what it shows, for people who cannot see it',
  },
  {
    words: /!\[[^\]]*\]\(((?:[^()]|\([^()]*\))*)\)/g,
    only: 'body',
    message(_found, { content: { file }, groups: [target = ''] }) {
      const picture = target.replace(/\s+(?:"[^"]*"|'[^']*')\s*$/, '').trim()
      const name = /^\.\/([\w.-]+)$/.exec(picture)?.[1] ?? ''
      // A disk may take capital letters for small ones, and the site does not.
      const isThere = PICTURE_TYPES.test(name) && readdirSync(join(root, dirname(file))).includes(name)
      return isThere ? undefined : `holds the picture ${picture || 'of no file'}, ${NO_PICTURE}`
    },
  },
  {
    // Addresses in angle brackets only look like HTML.
    words: /<(?!https?:|mailto:|[^\s<>@]+@)\/?[a-z][^>]*>/gi,
    only: 'body',
    message: () => 'holds HTML. Write it as Markdown, or as plain text',
  },
  {
    words: /^#|\*\*|\]\(|^\[[^\]]+\]: /gm,
    only: 'body',
    inCode: true,
    message: (_found, { content: { folder } }) =>
      folder === 'replies' ? 'holds Markdown, but a letter is sent as plain text. Write plain paragraphs' : undefined,
  },
]

/** A text that holds the address of the site as it is today is wrong when the site moves. */
function addressRules(files: readonly ContentFile[], addresses: readonly string[]): Rule[] {
  const email = firmOf(files)?.data?.email
  // The check runs where no address is configured too.
  const all = [...addresses, ...(typeof email === 'string' ? [`https://${email.replace(/^.*@/, '')}`] : [])]
  const hosts = all.flatMap((address) => URL.parse(address)?.host || [])
  const names = hosts.map((host) => host.replace(/^www\./, '').replaceAll('.', '\\.'))
  if (names.length === 0) return []
  return [
    {
      words: new RegExp(`https?://(?:www\\.)?(?:${names.join('|')})(?![\\w-]|\\.\\w)`, 'gi'),
      inCode: true,
      message: (found) =>
        `holds ${found}, the address of this site. Write: ${inBraces('base')}, or a path like /contact/ in a link`,
    },
  ]
}
