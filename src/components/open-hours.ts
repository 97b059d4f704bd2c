/** The HTML of the open hours. Every page of a language shows the same, so it is made once per language. */
import { availability, openLine } from '../views/open-line.ts'
import { getFirm, oncePerLanguage } from '../build/content.ts'

const written = (write: typeof openLine | typeof availability) =>
  oncePerLanguage(async (language) => String(await write(language, await getFirm(language), new Date(), false)))

export const getOpenLine = written(openLine)

export const getOpenHours = written(availability)
