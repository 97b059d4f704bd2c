/**
 * The firm's facts in another language, for the functions that draw the form and write mail.
 */
import { TRANSLATIONS } from '../../language.ts'
import type { FirmFacts } from '../../firm/translation.ts'
import { languageParam, getFirm, getPracticeAreas } from '../../build/content.ts'
import { jsonDocument } from '../../build/document.ts'

export const getStaticPaths = () => TRANSLATIONS.map((language) => ({ params: languageParam(language) }))

export const GET = jsonDocument(async ({ language }): Promise<FirmFacts> => {
  const translation = TRANSLATIONS.find((tag) => tag === language)
  return {
    firm: await getFirm(translation),
    practiceAreas: (await getPracticeAreas(translation)).map(({ id, name }) => ({ id, name })),
  }
})
