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

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** The rule below the drawing. */
const BASELINE_Y = 500
const TITLE = { size: 72, line: 84, width: 640 }
const COLORS = { paper: '#faf8f3', ink: '#16211f', soft: '#46524e', line: '#d8d2c4', clay: '#9a3f1d' }

const FONT_FILE = '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'
const font = create(readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve(FONT_FILE))) as Font

/**
 * @param title of the page
 * @param signature the firm, and where its office is (rule 4-7.12)
 * @returns a PNG
 */
export async function shareCard(title: string, signature: string, name: DrawingName): Promise<Buffer> {
  const lines = wrap(title)
  const top = BASELINE_Y - 60 - (lines.length - 1) * TITLE.line
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.paper}"/>
    <rect width="${WIDTH}" height="12" fill="${COLORS.clay}"/>
    ${lines.map((line, index) => textOutlines(line, { y: top + index * TITLE.line, size: TITLE.size, color: COLORS.ink })).join('')}
    ${drawing(DRAWINGS[name])}
    <path d="M${MARGIN} ${BASELINE_Y}H${WIDTH - MARGIN}" stroke="${COLORS.line}" stroke-width="2"/>
    ${textOutlines(signature, { y: BASELINE_Y + 70, size: 34, color: COLORS.soft })}
  </svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 64, effort: 10 }).toBuffer()
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

const glyphsOf = (text: string) => [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0))

function widthOf(text: string, size: number): number {
  return (glyphsOf(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * size) / font.unitsPerEm
}

/** A line of text as paths; `y` is its baseline, pixels. */
function textOutlines(text: string, { y, size, color }: { y: number; size: number; color: string }): string {
  const scale = size / font.unitsPerEm
  let at = 0
  const paths = glyphsOf(text).map((glyph) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`
    at += glyph.advanceWidth
    return path
  })
  return `<g transform="translate(${MARGIN} ${y}) scale(${scale} ${-scale})" fill="${color}">${paths.join('')}</g>`
}
