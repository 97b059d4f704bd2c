/** Draws the icon of the site: the firm's logo, or its initials if it has no logo or a wide one. */
import sharp from 'sharp'
import { accentOrDefault, PAGE_COLORS } from '../firm/look.ts'
import { shortName } from '../firm/placeholders.ts'
import type { Logo } from './logo.ts'
import { textOutlines } from './text-outlines.ts'

/** Side of the icon, in its own units. */
export const ICON_SIZE = 64
export const ICON_RADIUS = 12
const MARGIN = 8
/** The initials fill this width, unless that makes the font larger than `maxSize`. */
const INITIALS = { width: ICON_SIZE - 2 * MARGIN, maxSize: 46 }
/** Height of a capital letter, as a fraction of the font size. */
const CAPITAL_HEIGHT = 0.67

export interface IconSource {
  name: string
  accent: string | undefined
  logo: Logo | undefined
}

/** @param radius radius of the corners; 0 for systems that round the corners */
export const icon = (firm: IconSource, radius: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_SIZE} ${ICON_SIZE}">${iconContent(firm, radius)}</svg>\n`

export function iconContent({ name, accent, logo }: IconSource, radius: number): string {
  const paper = PAGE_COLORS.paper.light
  const ground = (color: string) => `<rect width="${ICON_SIZE}" height="${ICON_SIZE}" rx="${radius}" fill="${color}"/>`
  // A wide logo would be too small to read.
  return logo && !logo.isWide
    ? ground(paper) + logoImage(logo)
    : ground(accentOrDefault(accent).accent.light) + capitals(initials(name), paper)
}

const logoImage = ({ bytes, mediaType }: Logo) =>
  `<image x="${MARGIN / 2}" y="${MARGIN / 2}" width="${ICON_SIZE - MARGIN}" height="${ICON_SIZE - MARGIN}" href="data:${mediaType};base64,${bytes.toString('base64')}"/>`

function capitals(text: string, color: string): string {
  const { maxSize } = INITIALS
  const { left, width } = textOutlines([{ text, x: 0, y: 0, size: maxSize, color }])
  const scale = Math.min(1, INITIALS.width / Math.max(width, 1))
  const size = maxSize * scale
  const [x, y] = [(ICON_SIZE - width * scale) / 2 - left * scale, (ICON_SIZE + CAPITAL_HEIGHT * size) / 2]
  return textOutlines([{ text, x, y, size, color }]).outlines
}

/** @param size in pixels @param radius in units of the icon */
export const iconPng = (firm: IconSource, size: number, radius: number): Promise<Buffer> =>
  sharp(Buffer.from(icon(firm, radius)), { density: (72 * size) / ICON_SIZE })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()

/** Many firms have these words in their names. */
const COMMON = /^(the|laws?|legal|offices?|firm|group|practice|center|attorneys?|lawyers?|counsel|abogados?)$/i
const MAX_INITIALS = 3

/** "Ortiz & Lund, P.A." → "OL". Takes the first list of two or more: capitalized words not in `COMMON`, capitalized words, all words. */
export function initials(name: string): string {
  const words = shortName(name)
    .split(/[\s,&+/–—-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
  // A word in small letters joins names: "and", "de la".
  const capitalized = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
  const names = capitalized.filter((word) => !COMMON.test(word.replaceAll('.', '')))
  return ([names, capitalized, words].find(({ length }) => length > 1) ?? words)
    .slice(0, MAX_INITIALS)
    .map((word) => (word.match(/./u)?.[0] ?? '').toUpperCase())
    .join('')
}
