/**
 * What the contact form says in another language. The function of the form reads it.
 */
import { TRANSLATIONS } from '../../practice/language.ts'
import { folderOf, getFirm, getPracticeAreas } from '../_content.ts'
import { jsonDocument } from '../_json.ts'

export const getStaticPaths = () => TRANSLATIONS.map((language) => ({ params: folderOf(language) }))

export const GET = jsonDocument(async ({ language }) => {
  const spoken = TRANSLATIONS.find((tag) => tag === language)
  const { notices } = await getFirm(spoken)
  return { notices, practiceAreas: (await getPracticeAreas(spoken)).map(({ id, name }) => ({ id, name })) }
})
