/**
 * What stands for the firm: read from `firm.md`, and given as an icon.
 */
import type { APIRoute } from 'astro'
import { getFirmEntry, oncePerLanguage } from './content.ts'
import { DRAWINGS } from './drawings.ts'
import { type Emblem, iconPng } from './icon.ts'
import { readLogo } from './logo.ts'

/** What the firm's icon is made of. Every page and every picture asks for it, and a logo takes long to make small. */
export const getEmblem = oncePerLanguage(async (): Promise<Emblem> => {
  const { name, accent, drawing, logo } = (await getFirmEntry()).data
  return { name, accent, drawing: drawing && DRAWINGS[drawing], logo: await readLogo(logo) }
})

/**
 * @param size width and height, pixels
 * @param radius of the corners, in units of the icon
 */
export const answerIcon =
  (size: number, radius: number): APIRoute =>
  async () =>
    new Response(new Uint8Array(await iconPng(await getEmblem(), size, radius)), {
      headers: { 'Content-Type': 'image/png' },
    })
