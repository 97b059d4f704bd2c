/**
 * The picture shown when a page is shared (og:image): title, firm and the page's drawing, as a PNG of 1200 × 630 pixels. The page of
 * a lawyer shows the portrait. In place of a drawing, which a page need not have: the icon of the site.
 */
import sharp from 'sharp'
import { accentOrDefault } from '../firm/look.ts'
import { PAGE_COLORS } from '../firm/color.ts'
import type { Drawing } from './drawings.ts'
import type { Emblem } from './emblem.ts'
import { ICON_RADIUS, ICON_SIZE, iconContent } from './icon.ts'
import { type Line, textOutlines, widthOf } from './outlines.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** The rule below the drawing. */
const BASELINE_Y = 460
/** What stands at the right, pixels. */
const PICTURE = { width: 360, height: 380 }
/** Space between the icon and the rule. */
const LIFT = 60
/** The title gets smaller until its longest part fits beside the picture, and below the least size goes without one. */
const TITLE = { size: 72, leastSize: 48, width: 640 }
const LINE_HEIGHT = 1.17
const SOFT = PAGE_COLORS.soft.light

/** What the pictures of a site differ in. */
export interface ShareCard {
  title: string
  /** Lines below the rule: the firm, where its office is (rule 4-7.12), and its number. */
  signature: readonly string[]
  drawing: Drawing | undefined
  /** Path of a picture, shown in place of the drawing. */
  portrait?: string | undefined
  emblem: Emblem
}

/** @returns a PNG */
export async function shareCard({ title, signature, drawing, portrait, emblem }: ShareCard): Promise<Buffer> {
  const clay = accentOrDefault(emblem.accent).clay.light
  const { lines, size } = placeTitle(title)
  const isFitting = Math.max(...lines.map((line) => widthOf(line, size))) <= TITLE.width
  const face = isFitting && portrait ? await portraitImage(portrait) : undefined
  const picture = () => (drawing ? drawn(drawing, clay) : iconImage(emblem))
  const firstY = BASELINE_Y - 60 - (lines.length - 1) * size * LINE_HEIGHT
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAGE_COLORS.paper.light}"/>
    <rect width="${WIDTH}" height="12" fill="${clay}"/>
    ${face ?? (isFitting ? picture() : '')}
    <path d="M${MARGIN} ${BASELINE_Y}H${WIDTH - MARGIN}" stroke="${PAGE_COLORS.line.light}" stroke-width="2"/>
    ${textLines(lines, { x: MARGIN, y: firstY, size, color: PAGE_COLORS.ink.light })}
    ${textLines(signature, { x: MARGIN, y: BASELINE_Y + 64, size: 34, color: SOFT })}
  </svg>`
  // Of a photograph, a palette makes a third of the bytes.
  return sharp(Buffer.from(svg))
    .png({ palette: face !== undefined })
    .toBuffer()
}

/** @param first where the first line stands; the others follow below */
const textLines = (lines: readonly string[], first: Line): string =>
  lines.map((line, index) => textOutlines(line, { ...first, y: first.y + index * first.size * LINE_HEIGHT })).join('')

function drawn({ size: [width, height], lines, fine, touch = '' }: Drawing, clay: string): string {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height)
  const place = `translate(${WIDTH - MARGIN - width * scale} ${BASELINE_Y - height * scale}) scale(${scale})`
  const path = (d: string, stroke: string, weight: number) =>
    `<path d="${d}" stroke="${stroke}" stroke-width="${weight / scale}"/>`
  return `<g transform="${place}" fill="none" stroke-linecap="round" stroke-linejoin="round">${path(fine, SOFT, 1.8)}${path(lines, PAGE_COLORS.ink.light, 2.8)}${path(touch, clay, 2.8)}</g>`
}

async function portraitImage(file: string): Promise<string> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ ...PICTURE, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const href = `data:image/png;base64,${data.toString('base64')}`
  return `<image x="${WIDTH - MARGIN - width}" y="${BASELINE_Y - height}" width="${width}" height="${height}" href="${href}"/>`
}

function iconImage(emblem: Emblem): string {
  const size = PICTURE.height / 2
  const place = `translate(${WIDTH - MARGIN - size} ${BASELINE_Y - LIFT - size}) scale(${size / ICON_SIZE})`
  return `<g transform="${place}">${iconContent(emblem, ICON_RADIUS)}</g>`
}

/** Breaks a title at spaces and hyphens into lines that fit next to the picture, smaller where a part of it is long. */
function placeTitle(title: string): { lines: string[]; size: number } {
  const parts = title.split(/(?<=[ -])/)
  const longest = Math.max(...parts.map((part) => widthOf(part.trim(), TITLE.size)))
  const size = Math.max(TITLE.leastSize, Math.min(TITLE.size, (TITLE.size * TITLE.width) / longest))
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''}${part}`
    if (lines.length > 0 && widthOf(longer.trim(), size) <= TITLE.width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return { lines: lines.map((line) => line.trim()), size }
}
