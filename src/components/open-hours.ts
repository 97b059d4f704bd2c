/** When the office is open, as the pages of a language show it: every page the same. */
import { openHours, openLine } from '../views/open-line.ts'
import { getFirm, oncePerLanguage } from '../build/content.ts'

const written = (write: typeof openLine | typeof openHours) =>
  oncePerLanguage(async (language) => String(await write(language, await getFirm(language), new Date(), false)))

export const getOpenLine = written(openLine)

/** The line, the hours, and what to do outside them. */
export const getOpenHours = written(openHours)
