/** Every page of a language shows the same hours, so they are made once. */
import { availability, openLine } from '../views/open-line.ts'
import { getFirm, oncePerLanguage } from '../build/content.ts'

const written = (write: typeof openLine | typeof availability) =>
  oncePerLanguage(async (language) => String(await write(language, await getFirm(language), new Date(), false)))

export const getOpenLine = written(openLine)

export const getOpenHours = written(availability)
