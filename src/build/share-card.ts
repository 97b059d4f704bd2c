/**
 * The picture shown when a page is shared (og:image): title, firm and the page's drawing, as a PNG of 1200 × 630 pixels. In place of
 * a drawing, which a page need not have: the logo or the initials of the firm.
 */
import sharp from 'sharp'
import { accentOrDefault } from '../firm/look.ts'
import { PAGE_COLORS } from '../firm/color.ts'
import type { Drawing } from './drawings.ts'
import type { Emblem, Logo } from './emblem.ts'
import { ICON_RADIUS, ICON_SIZE, iconContent } from './icon.ts'
import { type Color, indexedPng } from './indexed-png.ts'
import { textOutlines, widthOf } from './outlines.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** The rule below the drawing. */
const BASELINE_Y = 500
const TITLE = { size: 72, line: 84, width: 640 }
const PAPER = PAGE_COLORS.paper.light
const INK = PAGE_COLORS.ink.light
const SOFT = PAGE_COLORS.soft.light

/** Each color is there over the paper in so many strengths, for smooth edges. The first of each is the paper. */
const STRENGTHS = 16
const STRONGEST_INK = STRENGTHS - 1
/** How many colors of a logo are added to those: the palette has at most 256. */
const MAX_LOGO_COLORS = 128

/** What the pictures of several pages share: all but the title. */
interface Background {
  /** What a pixel can be, ink first. */
  palette: readonly Color[]
  pixels: Uint8Array
}

/** By their SVG. */
const backgrounds = new Map<string, Promise<Background>>()

/** The picture that is drawn now. Nothing waits while one is, so all can use the same memory. */
const canvas = new Uint8Array(WIDTH * HEIGHT)

/** What the pictures of a site differ in. */
export interface ShareCard {
  title: string
  /** The firm, and where its office is (rule 4-7.12). */
  signature: string
  drawing: Drawing | undefined
  emblem: Emblem
}

/** @returns a PNG */
export async function shareCard(card: ShareCard): Promise<Buffer> {
  const svg = backgroundSvg(card)
  const background = backgrounds.get(svg) ?? drawBackground(svg, card)
  backgrounds.set(svg, background)
  const layer = titleLayer(card.title)
  const [{ palette, pixels }, strengths] = await Promise.all([background, strengthsOf(layer.svg)])
  canvas.set(pixels)
  drawTitle(layer, strengths, canvas)
  return indexedPng({ width: WIDTH, height: HEIGHT, palette, pixels: canvas })
}

function backgroundSvg({ signature, drawing, emblem }: ShareCard): string {
  const clay = clayOf(emblem)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <rect width="${WIDTH}" height="12" fill="${clay}"/>
    ${drawing ? drawn(drawing, clay) : emblem.logo ? logoImage(emblem.logo) : iconImage(emblem)}
    <path d="M${MARGIN} ${BASELINE_Y}H${WIDTH - MARGIN}" stroke="${PAGE_COLORS.line.light}" stroke-width="2"/>
    ${textOutlines(signature, { x: MARGIN, y: BASELINE_Y + 70, size: 34, color: SOFT })}
  </svg>`
}

const clayOf = ({ accent }: Emblem) => accentOrDefault(accent).clay.light

async function drawBackground(svg: string, { drawing, emblem }: ShareCard): Promise<Background> {
  const colors = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  const steps = [INK, SOFT, PAGE_COLORS.line.light, clayOf(emblem), accentOrDefault(emblem.accent).accent.light]
  const palette = [...new Set(steps)].flatMap((color) =>
    Array.from({ length: STRENGTHS }, (_, step) => mix(PAPER, color, step / (STRENGTHS - 1))),
  )
  if (!drawing && emblem.logo) palette.push(...mostUsed(colors, MAX_LOGO_COLORS))
  const places = new Map<number, number>()
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const color = colors.readUIntBE(pixel * 3, 3)
    const place = places.get(color) ?? nearest(color, palette)
    places.set(color, place)
    return place
  })
  return { palette, pixels }
}

/** The colors that most pixels have. @param pixels three bytes for each */
function mostUsed(pixels: Buffer, count: number): Color[] {
  const uses = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.readUIntBE(at, 3)
    uses.set(color, (uses.get(color) ?? 0) + 1)
  }
  const found = [...uses].sort(([, one], [, other]) => other - one).slice(0, count)
  return found.map(([color]) => [color >> 16, (color >> 8) & 255, color & 255])
}

/** The part of the picture that holds the title, from the left edge; `top` is where it begins, pixels. */
function titleLayer(title: string) {
  const lines = wrap(title)
  const baseline = BASELINE_Y - 60 - (lines.length - 1) * TITLE.line
  const longest = Math.max(...lines.map((line) => widthOf(line, TITLE.size)))
  const top = Math.max(0, baseline - TITLE.line)
  const [width, height] = [Math.min(WIDTH, Math.ceil(MARGIN + longest + TITLE.size)), BASELINE_Y - top]
  const texts = lines.map((line, index) =>
    textOutlines(line, { x: MARGIN, y: baseline + index * TITLE.line, size: TITLE.size, color: INK }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}">${texts.join('')}</svg>`
  return { svg, top, width, height }
}

/** How strong the ink is in each pixel of a layer, 0 to 255. */
const strengthsOf = (svg: string) => sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()

/** Draws the title into the background, below what is there. */
function drawTitle(
  { top, width, height }: ReturnType<typeof titleLayer>,
  strengths: Uint8Array,
  pixels: Uint8Array,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = MARGIN; x < width; x++) {
      const strength = strengths[y * width + x] ?? 0
      const pixel = (top + y) * WIDTH + x
      if (strength > 0 && pixels[pixel] === 0) pixels[pixel] = Math.round((strength / 255) * STRONGEST_INK)
    }
  }
}

/** A color of the form `#rrggbb` as its three parts. */
const partsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** @param strength of the second color over the first, 0 to 1 */
function mix(under: string, over: string, strength: number): Color {
  const parts = partsOf(over)
  const [red = 0, green = 0, blue = 0] = partsOf(under).map((part, index) =>
    Math.round(part + ((parts[index] ?? 0) - part) * strength),
  )
  return [red, green, blue]
}

/** The place in the palette of what looks most like a color, given as 24 bits. */
function nearest(color: number, palette: readonly Color[]): number {
  const distances = palette.map(
    ([red, green, blue]) =>
      ((color >> 16) - red) ** 2 + (((color >> 8) & 255) - green) ** 2 + ((color & 255) - blue) ** 2,
  )
  return distances.indexOf(Math.min(...distances))
}

/** What stands at the right, pixels. */
const PICTURE = { width: 360, height: 400 }

function drawn({ size: [width, height], lines, fine, touch = '' }: Drawing, clay: string): string {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height)
  const place = `translate(${WIDTH - MARGIN - width * scale} ${BASELINE_Y - height * scale}) scale(${scale})`
  const path = (d: string, stroke: string, weight: number) =>
    `<path d="${d}" stroke="${stroke}" stroke-width="${weight / scale}"/>`
  return `<g transform="${place}" fill="none" stroke-linecap="round" stroke-linejoin="round">${path(fine, SOFT, 1.8)}${path(lines, INK, 2.8)}${path(touch, clay, 2.8)}</g>`
}

/** Space between a logo or an icon and the rule. */
const LIFT = 60

/** A logo is not as high as a drawing: it would be larger than the title. */
function logoImage({ bytes, mediaType, width, height }: Logo): string {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / 2 / height)
  const [x, y] = [WIDTH - MARGIN - width * scale, BASELINE_Y - LIFT - height * scale]
  return `<image x="${x}" y="${y}" width="${width * scale}" height="${height * scale}" href="data:${mediaType};base64,${bytes.toString('base64')}"/>`
}

function iconImage(emblem: Emblem): string {
  const scale = PICTURE.height / 2 / ICON_SIZE
  const place = `translate(${WIDTH - MARGIN - PICTURE.height / 2} ${BASELINE_Y - LIFT - PICTURE.height / 2}) scale(${scale})`
  return `<g transform="${place}">${iconContent(emblem, ICON_RADIUS)}</g>`
}

/** Breaks a title into lines that fit next to the drawing. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer, TITLE.size) <= TITLE.width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
