/** What stands for the firm: its name, color, drawing and logo, read from `firm.md` and the file beside it. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { CONTENT_FOLDER } from './content-folder.ts'
import { getFirmEntry, oncePerLanguage } from './content.ts'
import { DRAWINGS } from './drawings.ts'

export type Emblem = Awaited<ReturnType<typeof getEmblem>>

/** What the firm's icon is made of. Every page and every picture asks for it, and a logo takes long to make small. */
export const getEmblem = oncePerLanguage(async () => {
  const { name, accent, drawing, logo } = (await getFirmEntry()).data
  return { name, accent, drawing: drawing && DRAWINGS[drawing], logo: await readLogo(logo) }
})

export interface Logo {
  /** Address on the site. */
  path: string
  mediaType: string
  bytes: Buffer
  /** Its size in the header, CSS pixels. */
  width: number
  height: number
  /** Then it holds the firm's name, and stands instead of it. */
  isWide: boolean
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
/** In the header, CSS pixels. */
const HEIGHT = 48
const MAX_WIDTH = 260
/** A screen has up to so many pixels for each of CSS. */
const DENSITY = 3
/** A logo of this many times its height is a word, not a sign. */
const WIDE = 2

/** @throws when the file is missing or no picture; the check of the content says so before */
async function readLogo(field: string | undefined): Promise<Logo | undefined> {
  if (field === undefined) return undefined
  const type = extname(field)
  const file = await readFile(join(CONTENT_FOLDER, field))
  const { width, height } = await sharp(file).metadata()
  const scale = Math.min(HEIGHT / height, MAX_WIDTH / width)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const bytes =
    type === '.png'
      ? await sharp(file)
          .resize({
            width: shown.width * DENSITY,
            height: shown.height * DENSITY,
            withoutEnlargement: true,
            fit: 'inside',
          })
          .png()
          .toBuffer()
      : file
  return { path: `/logo${type}`, mediaType: MEDIA_TYPES[type] ?? '', bytes, ...shown, isWide: width >= WIDE * height }
}
