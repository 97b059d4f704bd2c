/**
 * What stands for the firm: read from `firm.md`.
 */
import { getFirmEntry, oncePerLanguage } from './content.ts'
import { DRAWINGS } from './drawings.ts'
import type { Emblem } from './icon.ts'
import { readLogo } from './logo.ts'

/** What the firm's icon is made of. Every page and every picture asks for it, and a logo takes long to make small. */
export const getEmblem = oncePerLanguage(async (): Promise<Emblem> => {
  const { name, accent, drawing, logo } = (await getFirmEntry()).data
  return { name, accent, drawing: drawing && DRAWINGS[drawing], logo: await readLogo(logo) }
})
