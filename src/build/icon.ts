/** The icon: the firm's logo, or the drawing of its home page where that can be recognized so small, or the firm's initials. */
import sharp from 'sharp'
import { accentOrDefault } from '../firm/look.ts'
import { PAGE_COLORS } from '../firm/color.ts'
import { shortName } from '../firm/placeholders.ts'
import type { Drawing } from './drawings.ts'
import type { Emblem, Logo } from './emblem.ts'
import { CAPITAL_HEIGHT, textOutlines, widthOf } from './outlines.ts'

/** Width and height of the drawing, in its own units. */
export const ICON_SIZE = 64
/** Radius of its corners, in the same units. */
export const ICON_RADIUS = 12
const MARGIN = 8
const INNER = ICON_SIZE - 2 * MARGIN

/** @param radius of the corners; 0 for systems that round them themselves */
export const icon = (emblem: Emblem, radius: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_SIZE} ${ICON_SIZE}">${iconContent(emblem, radius)}</svg>\n`

/** The icon as a part of another SVG. */
export function iconContent({ name, accent, drawing, logo }: Emblem, radius: number): string {
  const colors = accentOrDefault(accent)
  const light = PAGE_COLORS.paper.light
  // A wide logo could not be read.
  const isLogoShown = logo !== undefined && !logo.isWide
  const ground = isLogoShown ? light : colors.accent.light
  const picture = isLogoShown
    ? logoImage(logo)
    : drawing?.icon
      ? lines(drawing.icon, light, colors.clay.dark)
      : capitals(initials(name), light)
  return `<rect width="${ICON_SIZE}" height="${ICON_SIZE}" rx="${radius}" fill="${ground}"/>${picture}`
}

const logoImage = ({ bytes, mediaType }: Logo) =>
  `<image x="${MARGIN / 2}" y="${MARGIN / 2}" width="${ICON_SIZE - MARGIN}" height="${ICON_SIZE - MARGIN}" href="data:${mediaType};base64,${bytes.toString('base64')}"/>`

const lines = (drawing: NonNullable<Drawing['icon']>, color: string, touch: string) =>
  `<g fill="none" stroke="${color}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="${drawing.lines}"/><path d="${drawing.line}" stroke-width="3"/></g><path d="${drawing.touch}" fill="none" stroke="${touch}" stroke-width="3.500" stroke-linecap="round"/>`

/** As large as they fit into the middle; one letter is not higher than it would be beside another. */
function capitals(text: string, color: string): string {
  const size = Math.min(INNER / widthOf(text || ' ', 1), (INNER * 0.65) / CAPITAL_HEIGHT)
  const x = (ICON_SIZE - widthOf(text, size)) / 2
  const y = (ICON_SIZE + CAPITAL_HEIGHT * size) / 2
  return textOutlines(text, { x, y, size, color })
}

/** @param size pixels; the radius is in units of the icon */
export const iconPng = (emblem: Emblem, size: number, radius: number): Promise<Buffer> =>
  sharp(Buffer.from(icon(emblem, radius)), { density: (72 * size) / ICON_SIZE })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()

/** Words that many firms have in their names. */
const COMMON = new Set(
  'the law laws legal office offices firm group practice center attorney attorneys lawyer lawyers counsel abogado abogados'.split(
    ' ',
  ),
)
const MAX_INITIALS = 3

/** One to three capital letters or digits: those of the names in it, "Ortiz & Lund, P.A." → "OL"; of every word where only one is left. */
export function initials(name: string): string {
  const words = shortName(name)
    .split(/[\s,&+/–—-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
  // A word in small letters joins names: "and", "de la".
  const capitalized = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
  const names = capitalized.filter((word) => !COMMON.has(word.toLowerCase().replaceAll('.', '')))
  const shown = [names, capitalized, words].find(({ length }) => length > 1) ?? words
  return shown
    .slice(0, MAX_INITIALS)
    .map((word) => (word.match(/./u)?.[0] ?? '').toUpperCase())
    .join('')
}
