/**
 * Links in the texts: each to a page that exists, in the language of the text, by the address that the site gives it.
 */
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../../language.ts'
import { factPath, lawyerPath, pagePath, practiceAreaPath } from '../../site.ts'
import { type ContentFault, type ContentFile, proseOf } from './files.ts'
import { nearest } from './nearest.ts'
import { passagesOf } from './passages.ts'

/** Addresses of this site that are not made from a text. */
const OTHER_ADDRESSES = [/^\/api\/v1(\/|$)/, /^\/(openapi\.json|auth\.md)$/, /^\/problems\//, /^\/$/]
/** Folders of texts that are no pages of their own. */
const WITHOUT_ADDRESS = ['faq', 'replies']
/** Where the pages of a folder are, if not at the top. */
const PATH_IN: Readonly<Record<string, (name: string) => string>> = {
  'practice-areas': practiceAreaPath,
  lawyers: lawyerPath,
}

const PICTURE = /!\[[^\]]*\]\([^)]*\)/g
const LINK = /\]\(\s*<?([^)\s>]*)/g
/** What every link holds, and few lines do. */
const IN_LINKS = ']('
const LINK_IN_FIELD = /\[[^\]]+\]\([^)]*\)/
/** What is not checked: other sites, mail, telephones, a place on the same page, and what the build fills in. */
const ELSEWHERE = /^(?:https?:|mailto:|tel:|#|\{)/i
const WITHOUT_SCHEME = /^(?:www\.|(?:[\w-]+\.)+(?:com|org|net|gov|edu|us)(?:\/|$))/i
const EMAIL = /^[\w.+-]+@[\w-]+\.[\w.-]+$/

/** The addresses that a link may name. */
interface Known {
  addresses: ReadonlySet<string>
  isOther(path: string): boolean
}

/** Faults of the links, in bodies and in fields. */
export function linkFaults(files: readonly ContentFile[], languages: readonly Language[]): ContentFault[] {
  const addresses = new Set(
    files
      .filter(({ folder }) => !WITHOUT_ADDRESS.includes(folder))
      .map(({ language, folder, name }) => pathIn(language, (PATH_IN[folder] ?? pagePath)(name))),
  )
  const unused = LANGUAGES.filter((language) => !languages.includes(language))
  const isOther = (path: string) =>
    OTHER_ADDRESSES.some((pattern) => pattern.test(path)) &&
    !unused.some((language) => path.startsWith(factPath(language, '/')))
  return files.flatMap((content) => {
    const { file, language } = content
    const inBody = proseOf(content)
      .filter(({ text }) => text.includes(IN_LINKS))
      .flatMap(({ line, text }) =>
        [...text.replace(PICTURE, '').matchAll(LINK)].flatMap(([, target = '']) => {
          const message = faultOf(target, language, { addresses, isOther })
          return message ? [{ file, line, field: '', message }] : []
        }),
      )
    const message =
      'holds a link, and fields show it as it is written. Write the words alone here, and the link in the text below'
    const inFields = passagesOf(content)
      .filter(({ field, text }) => field && LINK_IN_FIELD.test(text))
      .map(({ field, line }) => ({ file, line, field, message }))
    return [...inFields, ...inBody]
  })
}

/** What is wrong with a link; undefined when nothing is. */
function faultOf(target: string, language: Language, { addresses, isOther }: Known): string | undefined {
  const [path = ''] = target.split(/[?#]/)
  if (ELSEWHERE.test(target)) return undefined
  if (language !== FIRST_LANGUAGE && addresses.has(pathIn(language, path)))
    return `links to the English page. Write: ${pathIn(language, path)}`
  if (addresses.has(path) || isOther(path)) return undefined
  if (WITHOUT_SCHEME.test(target)) return `links to ${target}, which is no page here. Write: https://${target}`
  if (EMAIL.test(target)) return `links to ${target}, which is no page. Write: mailto:${target}`
  const meant = addressMeant(path, language, addresses)
  const hint = meant ? `Write: ${meant}` : 'Write the address of a page that exists, like /contact/'
  return `links to ${target || 'nothing'}, which is no page. ${hint}`
}

/** The page that a path names in another way: as a file, from another page, in capitals, without its slashes, or with a slip. */
function addressMeant(path: string, language: Language, addresses: ReadonlySet<string>): string | undefined {
  const steps = path
    .toLowerCase()
    .replace(/(?:\.md|\.html?)?\/?$/, '')
    .split('/')
    .filter((step) => !/^(?:\.*|pages)$/.test(step))
  if (steps.length === 0) return undefined
  const [whole, last] = [steps, steps.slice(-1)].map((part) => `/${part.join('/')}/`)
  const ways = [whole, last].flatMap((way) => (way ? [pathIn(language, way), way] : []))
  return ways.find((way) => addresses.has(way)) ?? nearest(whole ?? '', inLanguage(language, addresses))
}

/** A translation links to its own language. */
const inLanguage = (language: Language, addresses: ReadonlySet<string>) =>
  [...addresses].filter((address) => address.startsWith(pathIn(language, '/')))
