/**
 * The picture shown when a page is shared (og:image): title, firm and the page's drawing, as a PNG of 1200 × 630 pixels.
 * Text is drawn as outlines of the site's font: it needs no installed font, so every build gives the same picture.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'
import sharp from 'sharp'
import { type Drawing, type DrawingName, DRAWINGS } from './drawings.ts'
import { type Color, indexedPng } from './indexed-png.ts'
import { shareCards } from './picture-cache.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** The rule below the drawing. */
const BASELINE_Y = 500
const TITLE = { size: 72, line: 84, width: 640 }
const PAPER = '#faf8f3'
const COLORS = { ink: '#16211f', soft: '#46524e', line: '#d8d2c4', clay: '#9a3f1d' }

/** What a pixel can be: each color over the paper in so many strengths, for smooth edges. The first of each is the paper. */
const STRENGTHS = 16
const PALETTE = Object.values(COLORS).flatMap((color) =>
  Array.from({ length: STRENGTHS }, (_, step) => mix(PAPER, color, step / (STRENGTHS - 1))),
)
const STRONGEST_INK = STRENGTHS - 1

const FONT_FILE = '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'
const font = create(readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve(FONT_FILE))) as Font

/** What the pictures of several pages share, by its SVG: all but the title, as places in the palette. */
const backgrounds = new Map<string, Promise<Uint8Array>>()

/** The picture that is drawn now. Nothing waits while one is, so all can use the same memory. */
const canvas = new Uint8Array(WIDTH * HEIGHT)

/** What else decides about the bytes of a picture besides its SVG: this code and the programs that it uses. */
const CODE = ['share-card.ts', 'indexed-png.ts'].map((name) => readFileSync(join('src/build', name), 'utf8'))
const MADE_WITH = [...CODE, JSON.stringify(sharp.versions), process.versions.zlib]

/**
 * @param title of the page
 * @param signature the firm, and where its office is (rule 4-7.12)
 * @param name of the drawing
 * @returns a PNG
 */
export function shareCard(title: string, signature: string, name: DrawingName): Promise<Buffer> {
  const background = backgroundSvg(signature, DRAWINGS[name])
  const layer = titleLayer(title)
  return shareCards.get([...MADE_WITH, background, layer.svg], async () => {
    const shared = backgrounds.get(background) ?? drawBackground(background)
    backgrounds.set(background, shared)
    const [under, strengths] = await Promise.all([shared, strengthsOf(layer.svg)])
    canvas.set(under)
    drawTitle(layer, strengths, canvas)
    return indexedPng({ width: WIDTH, height: HEIGHT, palette: PALETTE, pixels: canvas })
  })
}

const backgroundSvg = (signature: string, shown: Drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <rect width="${WIDTH}" height="12" fill="${COLORS.clay}"/>
    ${drawing(shown)}
    <path d="M${MARGIN} ${BASELINE_Y}H${WIDTH - MARGIN}" stroke="${COLORS.line}" stroke-width="2"/>
    ${textOutlines(signature, { y: BASELINE_Y + 70, size: 34, color: COLORS.soft })}
  </svg>`

async function drawBackground(svg: string): Promise<Uint8Array> {
  const colors = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  const places = new Map<number, number>()
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const color = colors.readUIntBE(pixel * 3, 3)
    const place = places.get(color) ?? nearest(color)
    places.set(color, place)
    return place
  })
}

/** The part of the picture that holds the title, from the left edge; `top` is where it begins, pixels. */
interface TitleLayer {
  svg: string
  top: number
  width: number
  height: number
}

function titleLayer(title: string): TitleLayer {
  const lines = wrap(title)
  const baseline = BASELINE_Y - 60 - (lines.length - 1) * TITLE.line
  const longest = Math.max(...lines.map((line) => widthOf(line, TITLE.size)))
  const top = Math.max(0, baseline - TITLE.line)
  const [width, height] = [Math.min(WIDTH, Math.ceil(MARGIN + longest + TITLE.size)), BASELINE_Y - top]
  const texts = lines.map((line, index) =>
    textOutlines(line, { y: baseline + index * TITLE.line, size: TITLE.size, color: COLORS.ink }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}">${texts.join('')}</svg>`
  return { svg, top, width, height }
}

/** How strong the ink is in each pixel of a layer, 0 to 255. */
const strengthsOf = (svg: string) => sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()

/** Draws the title into the background, below what is there. */
function drawTitle({ top, width, height }: TitleLayer, strengths: Uint8Array, pixels: Uint8Array): void {
  for (let y = 0; y < height; y++) {
    for (let x = MARGIN; x < width; x++) {
      const strength = strengths[y * width + x] ?? 0
      const pixel = (top + y) * WIDTH + x
      if (strength > 0 && pixels[pixel] === 0) pixels[pixel] = Math.round((strength / 255) * STRONGEST_INK)
    }
  }
}

/** A color of the form `#rrggbb` as its three parts. */
function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

/** @param strength of the second color over the first, 0 to 1 */
function mix(under: string, over: string, strength: number): Color {
  const parts = partsOf(over)
  const [red = 0, green = 0, blue = 0] = partsOf(under).map((part, index) =>
    Math.round(part + ((parts[index] ?? 0) - part) * strength),
  )
  return [red, green, blue]
}

/** The place in the palette of what looks most like a color, given as 24 bits. */
function nearest(color: number): number {
  const distances = PALETTE.map(
    ([red, green, blue]) =>
      ((color >> 16) - red) ** 2 + (((color >> 8) & 255) - green) ** 2 + ((color & 255) - blue) ** 2,
  )
  return distances.indexOf(Math.min(...distances))
}

function drawing({ width, height, lines, fine, touch = '' }: Drawing): string {
  const scale = Math.min(360 / width, 400 / height)
  const place = `translate(${WIDTH - MARGIN - width * scale} ${BASELINE_Y - height * scale}) scale(${scale})`
  const path = (d: string, stroke: string, weight: number) =>
    `<path d="${d}" stroke="${stroke}" stroke-width="${weight / scale}"/>`
  return `<g transform="${place}" fill="none" stroke-linecap="round" stroke-linejoin="round">${path(fine, COLORS.soft, 1.8)}${path(lines, COLORS.ink, 2.8)}${path(touch, COLORS.clay, 2.8)}</g>`
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

/** A letter, as the `d` of a path, in units of the font. */
interface Letter {
  outline: string
  advance: number
}

/** Those that were drawn before: reading one from the font takes longer than writing it. */
const letters = new Map<string, Letter>()

function letterOf(character: string): Letter {
  const known = letters.get(character)
  if (known) return known
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0)
  const letter = { outline: glyph.path.toSVG(), advance: glyph.advanceWidth }
  letters.set(character, letter)
  return letter
}

const lettersOf = (text: string) => [...text].map(letterOf)

function widthOf(text: string, size: number): number {
  return (lettersOf(text).reduce((sum, { advance }) => sum + advance, 0) * size) / font.unitsPerEm
}

/** A line of text as paths; `y` is its baseline, pixels. */
function textOutlines(text: string, { y, size, color }: { y: number; size: number; color: string }): string {
  const scale = size / font.unitsPerEm
  let at = 0
  const paths = lettersOf(text).map(({ outline, advance }) => {
    const path = `<path transform="translate(${at} 0)" d="${outline}"/>`
    at += advance
    return path
  })
  return `<g transform="translate(${MARGIN} ${y}) scale(${scale} ${-scale})" fill="${color}">${paths.join('')}</g>`
}
