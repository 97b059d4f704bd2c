/** Rules for addresses, placeholders, markup, links and pictures, and for wordings that mislead or may break The Florida Bar's rules. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FirmFile } from '../../firm/firm.ts'
import { inBraces, PARTS, PLACEHOLDERS } from '../../firm/placeholders.ts'
import { REPLY_WORDS } from '../../firm/reply-template.ts'
import { FIRST_LANGUAGE, type Language, pathIn } from '../../language.ts'
import { isOffered } from '../../offers.ts'
import { lawyerPath, pagePath, PATHS, practiceAreaPath } from '../../site.ts'
import { fill } from '../../words.ts'
import { type Content, type ContentFile, contentPath, firmOf } from './files.ts'
import { readRules, type Rule, wholeWords } from './passages.ts'

/** Placeholders that the build fills into every text, and placeholders that the desk fills into a letter. */
const [IN_TEXTS = [], IN_LETTERS = []] = [PLACEHOLDERS, REPLY_WORDS].map((words) => Object.keys(words).map(inBraces))

/** Browsers show these types. */
const PICTURE_TYPES = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i
const NO_PICTURE =
  'which is not a picture beside the text. Put the file, as JPEG or PNG, into the folder of the text under a name of letters, digits and hyphens, and write it with the same capital and small letters, like ./file.jpg'

/** `markup.yaml` explains the fields. */
interface Markup extends Pick<Rule, 'only' | 'inCode'> {
  words: string
  folder?: string
  notIn?: string
  says: string
}

const MARKUP = readRules<Markup>('markup.yaml').map(({ words, folder, notIn, says, ...rest }): Rule => ({
  ...rest,
  words: new RegExp(words, 'gim'),
  message: (found, { content }) =>
    (folder !== undefined && folder !== content.folder) || notIn === content.folder
      ? undefined
      : fill(says, { found, parts: PARTS.join(', ') }),
}))

/** @param addresses configured for the site; invalid ones are ignored */
export const textRules = ({ root, files }: Content, addresses: readonly string[]): Rule[] => [
  ...addressRules(files, addresses),
  linkRule(files),
  {
    // `${BASE}` is a program's own placeholder.
    words: /(?<!\$)\{\s*[\w.]+\s*\}/g,
    inCode: true,
    message: (found, { content: { folder } }) => {
      const known = [...IN_TEXTS, ...(folder === 'replies' ? IN_LETTERS : [])]
      if (known.includes(found)) return undefined
      return `holds ${found}, which nothing fills in. Write: ${known.join(', ')}; or leave out the braces`
    },
  },
  ...MARKUP,
  {
    words: /!\[[^\]]*\]\(((?:[^()]|\([^()]*\))*)\)/g,
    only: 'body',
    message(_found, { content: { file }, groups: [target = ''] }) {
      const picture = target.replace(/\s+(?:"[^"]*"|'[^']*')\s*$/, '').trim()
      const name = /^\.\/([\w.-]+)$/.exec(picture)?.[1] ?? ''
      // Some disks ignore the case of letters, but the site does not.
      const isThere = PICTURE_TYPES.test(name) && readdirSync(join(root, dirname(file))).includes(name)
      return isThere ? undefined : `holds the picture ${picture || 'of no file'}, ${NO_PICTURE}`
    },
  },
]

/** The site may move, so texts must not name its present address. */
function addressRules(files: readonly ContentFile[], addresses: readonly string[]): Rule[] {
  const email = firmOf(files)?.data?.email
  // The domain of the firm's e-mail is probably that of the site too.
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

/** Addresses of the site that do not come from a text. */
const OTHER_ADDRESSES = [/^\/api\/v1(\/|$)/, /^\/openapi\.json$/, /^\/problems\//, /^\/$/]
/** Texts in these folders have no page of their own. */
const WITHOUT_ADDRESS = ['', 'faq', 'replies']
/** The path of a page by its folder. Pages of other folders are at the top of the site. */
const PATH_IN: Readonly<Record<string, (name: string) => string>> = {
  'practice-areas': practiceAreaPath,
  lawyers: lawyerPath,
}

/** Matches links like `[a](b)` and definitions like `[a]: b`, but not pictures. */
const LINK = /(?:(?<!!\[[^\]]*)\]\(\s*<?|^ {0,3}\[[^\]^]+\]:[ \t]*<?(?=\S+[ \t]*(?:\n|$)))([^)\s>]*)/g
/** Other sites, mail, telephones, places on the same page, and placeholders are not checked. */
const ELSEWHERE = /^(?:https?:\/\/\S|mailto:\S|tel:|#|\{)/i

function linkRule(files: readonly ContentFile[]): Rule {
  const addresses = new Set(
    files
      .filter(({ folder }) => !WITHOUT_ADDRESS.includes(folder))
      .map(({ language, folder, name }) => pathIn(language, (PATH_IN[folder] ?? pagePath)(name))),
  )
  const firm = FirmFile.pick({ notOffered: true }).safeParse({ notOffered: firmOf(files)?.data?.notOffered }).data ?? {}
  if (isOffered(firm, 'agents')) addresses.add(PATHS.authGuide)
  const exists = (path: string) => addresses.has(path) || OTHER_ADDRESSES.some((pattern) => pattern.test(path))
  return {
    words: LINK,
    only: 'body',
    message: (_found, { content: { language }, groups: [target = ''] }) => {
      if (ELSEWHERE.test(target)) return undefined
      const [path = ''] = target.split(/[?#]/)
      if (language !== FIRST_LANGUAGE && addresses.has(pathIn(language, path)))
        return `links to the English page. Write: ${pathIn(language, path)}`
      if (exists(path)) return undefined
      return `links to ${target || 'nothing'}, which is not a page. Write the address of a page, like ${pathIn(language, PATHS.contact)}, or a whole address, like https://www.example.com or mailto:ana@example.com`
    },
  }
}

/** `wording.yaml` explains the fields. */
interface Wording {
  stops?: boolean
  once?: Readonly<Record<Language, string>>
  words: Readonly<Record<Language, string>>
  unless?: string
  unlessNotice?: string
  field?: string
  rule: string
  write?: string
}

export const WORDINGS = readRules<Wording>('wording.yaml')
const WRITE_OTHERWISE = 'Write it another way, or let the responsible lawyer confirm it'

const matches = (pattern: string | undefined, text: unknown) =>
  pattern !== undefined && typeof text === 'string' && new RegExp(pattern, 'iu').test(text)

/** @param stops true for the rules that stop a build, false for those that only advise */
export const wordingRules = ({ files }: Pick<Content, 'files'>, stops: boolean): Rule[] =>
  WORDINGS.filter((row) => (row.stops ?? false) === stops).map(
    ({ words, unless, unlessNotice, field, rule, write = WRITE_OTHERWISE }) => ({
      words: wholeWords(Object.values(words).join('|')),
      inCode: true,
      message: (found, { content, passage }) => {
        if ((field !== undefined && field !== passage.field) || matches(unless, passage.text)) return undefined
        const path = contentPath(content.language, '', 'notices')
        const notice = files.find(({ file }) => file === path)?.data?.advertising
        return matches(unlessNotice, notice) ? undefined : `says “${found}”: ${rule}. ${write}`
      },
    }),
  )
