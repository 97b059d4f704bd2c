/**
 * What the firm says in another language, for the functions that draw the form and write mail.
 */
import { TRANSLATIONS } from '../../language.ts'
import type { FirmFacts } from '../../firm/translation.ts'
import { languageParam, getFirm, getPracticeAreas } from '../../build/content.ts'
import { jsonDocument } from '../../build/document.ts'

export const getStaticPaths = () => TRANSLATIONS.map((language) => ({ params: languageParam(language) }))

export const GET = jsonDocument(async ({ language }): Promise<FirmFacts> => {
  const spoken = TRANSLATIONS.find((tag) => tag === language)
  return {
    firm: await getFirm(spoken),
    practiceAreas: (await getPracticeAreas(spoken)).map(({ id, name }) => ({ id, name })),
  }
})
