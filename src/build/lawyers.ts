/** The lawyers in the type of the API and in the order of the site, with their portraits. Used at build time only. */
import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'
import { makeLinksAbsolute } from '../contract/documents/markdown-page.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { pathIn } from '../language.ts'
import { lawyerPath } from '../site.ts'
import { base, getLawyerEntries, inEachLanguage, languageParam, oncePerLanguage } from './content.ts'

/** Width of the portrait that programs get, pixels. */
const PORTRAIT_WIDTH = 640

/** The portrait of a lawyer, which is the same in every language. Returns undefined for a lawyer without one. */
export const portraitOf = async (slug: string): Promise<ImageMetadata | undefined> =>
  (await getLawyerEntries()).find(({ id }) => id === slug)?.data.portrait

/** The path of its file, which a build of Astro knows and its types do not. */
export const portraitFileOf = async (slug: string): Promise<string | undefined> =>
  ((await portraitOf(slug)) as { fsPath?: string } | undefined)?.fsPath

export const getLawyers = oncePerLanguage(async (language): Promise<Lawyer[]> => {
  const entries = await getLawyerEntries(language)
  return Promise.all(
    entries.map(async ({ id: slug, data: { portrait: _own, portraitText, order: _order, ...facts }, body = '' }) => {
      const portrait = await portraitOf(slug)
      const picture = portrait && (await getImage({ src: portrait, width: PORTRAIT_WIDTH }))
      return {
        ...facts,
        ...(picture && { portrait: base + picture.src, portraitText }),
        url: base + pathIn(language, lawyerPath(slug)),
        body: makeLinksAbsolute(base, body.trim()),
      }
    }),
  )
})

/** `getStaticPaths` of the page of a lawyer, in every language. */
export async function eachLawyer() {
  const lawyers = await inEachLanguage(async (language) => {
    const facts = await getLawyers(language)
    return (await getLawyerEntries(language)).map((entry, index) => ({ entry, lawyer: facts[index] as Lawyer }))
  })
  return lawyers.map(({ language, entry: { entry, lawyer } }) => ({
    params: { ...languageParam(language), slug: entry.id },
    props: { language, entry, lawyer },
  }))
}
