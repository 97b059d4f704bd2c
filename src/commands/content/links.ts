/** Links in the texts: each to a page that exists, in the language of the text, by the address that the site gives it. */
import { FIRST_LANGUAGE, pathIn } from '../../language.ts'
import { FirmFile } from '../../firm/firm.ts'
import { isOffered } from '../../offers.ts'
import { lawyerPath, pagePath, PATHS, practiceAreaPath } from '../../site.ts'
import { type ContentFile, firmOf } from './files.ts'
import type { Rule } from './passages.ts'

/** Addresses of this site that are not made from a text. */
const OTHER_ADDRESSES = [/^\/api\/v1(\/|$)/, /^\/openapi\.json$/, /^\/problems\//, /^\/$/]
/** Folders of texts that are not pages of their own. */
const WITHOUT_ADDRESS = ['', 'faq', 'replies']
/** The addresses of pages that are not at the top of the site. */
const PATH_IN: Readonly<Record<string, (name: string) => string>> = {
  'practice-areas': practiceAreaPath,
  lawyers: lawyerPath,
}

/** A link in one part, or the second part of one, but not a picture. */
const LINK = /(?:(?<!!\[[^\]]*)\]\(\s*<?|^ {0,3}\[[^\]^]+\]:[ \t]*<?(?=\S+[ \t]*(?:\n|$)))([^)\s>]*)/g
/** These links are not checked: other sites, mail, telephones, a place on the same page, and what the build fills in. */
const ELSEWHERE = /^(?:https?:\/\/\S|mailto:\S|tel:|#|\{)/i

/** The rules for links, in bodies and in fields. */
export function linkRules(files: readonly ContentFile[]): Rule[] {
  const addresses = new Set(
    files
      .filter(({ folder }) => !WITHOUT_ADDRESS.includes(folder))
      .map(({ language, folder, name }) => pathIn(language, (PATH_IN[folder] ?? pagePath)(name))),
  )
  const firm = FirmFile.pick({ notOffered: true }).safeParse({ notOffered: firmOf(files)?.data?.notOffered }).data ?? {}
  if (isOffered(firm, 'agents')) addresses.add(PATHS.authGuide)
  const exists = (path: string) => addresses.has(path) || OTHER_ADDRESSES.some((pattern) => pattern.test(path))
  return [
    {
      words: /\[[^\]]+\]\([^)]*\)/g,
      only: 'fields',
      message: () =>
        'holds a link, and fields show it as it is written. Write only the words here, and the link in the text below',
    },
    {
      words: /(?<!!)\[\s*\]\([^)]*\)/g,
      only: 'body',
      message: (found) => `holds ${found}, a link without words. Write between the brackets what it leads to`,
    },
    {
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
    },
  ]
}
