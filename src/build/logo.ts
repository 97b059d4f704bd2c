import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { CONTENT_FOLDER } from './content-folder.ts'
import { getFirmEntry, oncePerLanguage } from './content.ts'

/** Cached, because every page and picture needs the logo, and shrinking it is slow. */
export const getIconSource = oncePerLanguage(async () => {
  const { name, accent, logo } = (await getFirmEntry()).data
  return { name, accent, logo: await readLogo(logo) }
})

export interface Logo {
  /** Address on the site. */
  path: string
  mediaType: string
  bytes: Buffer
  /** Size in the header, CSS pixels. */
  width: number
  height: number
  /** A wide logo holds the firm's name and replaces it. */
  isWide: boolean
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
/** Limits in the header, CSS pixels. */
const HEIGHT = 48
const MAX_WIDTH = 260
/** Pixels of a sharp screen for one CSS pixel. */
const DENSITY = 3
/** A logo at least this many times as wide as high counts as lettering, not as a symbol. */
const WIDE = 2

/** @throws when the file is missing, which the check of the content reports before, or is not a picture */
async function readLogo(field: string | undefined): Promise<Logo | undefined> {
  if (field === undefined) return undefined
  const type = extname(field)
  const file = await readFile(join(CONTENT_FOLDER, field))
  const { width, height } = await sharp(file)
    .metadata()
    .catch(() => {
      throw new Error(`The logo of firm.md, ${field}, is not a picture that can be read.`)
    })
  const scale = Math.min(HEIGHT / height, MAX_WIDTH / width)
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const [maxWidth, maxHeight] = [shown.width * DENSITY, shown.height * DENSITY]
  const smaller = sharp(file).resize(maxWidth, maxHeight, { withoutEnlargement: true, fit: 'inside' })
  const bytes = type === '.png' ? await smaller.png().toBuffer() : file
  return { path: `/logo${type}`, mediaType: MEDIA_TYPES[type] ?? '', bytes, ...shown, isWide: width >= WIDE * height }
}
