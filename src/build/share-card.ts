/** The PNG for a shared page (og:image) shows texts, and beside them a portrait, or else the page's drawing, or else the site's icon. */
import sharp from 'sharp'
import { accentOrDefault, PAGE_COLORS } from '../firm/look.ts'
import type { Drawing } from './drawings.ts'
import { ICON_RADIUS, ICON_SIZE, iconContent, type IconSource } from './icon.ts'
import { textOutlines } from './text-outlines.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** The drawing stands on this line. */
const BASELINE_Y = 480
/** Largest size of the picture beside the texts, in pixels. */
const PICTURE = { width: 360, height: 380 }
/** Space between the icon and the line. */
const ICON_GAP = 60
/** Name and title have the largest of their sizes that fits beside the picture. `bottom` is the baseline of the last line. */
const TEXT_WIDTH = 640
const NAME = { sizes: [40, 34, 28, 24], height: 82, bottom: 130 }
const TITLE = { sizes: [72, 64, 56, 48, 40, 32, 24], height: 260, bottom: BASELINE_Y - 56 }
const LINE_HEIGHT = 1.17
/** Estimated width of a letter, as a fraction of the font size. */
const LETTER_WIDTH = 0.55
const [SOFT, INK] = [PAGE_COLORS.soft.light, PAGE_COLORS.ink.light]

export interface ShareCard {
  title: string
  /** Below the line: city and state (rule 4-7.12 of The Florida Bar), and the telephone number. The firm's name is at the top. */
  signature: string
  drawing: Drawing | undefined
  /** Path of a picture that replaces the drawing. */
  portrait?: string | undefined
  firm: IconSource
}

export async function shareCard({ title, signature, drawing, portrait, firm }: ShareCard): Promise<Buffer> {
  const clay = accentOrDefault(firm.accent).clay.light
  const picture = portrait ? await portraitImage(portrait) : drawing ? drawingImage(drawing, clay) : iconImage(firm)
  const signed = { text: signature, x: MARGIN, y: BASELINE_Y + 74, size: 40, color: SOFT }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAGE_COLORS.paper.light}"/>
    <rect width="${WIDTH}" height="12" fill="${clay}"/>
    ${picture}
    <path d="M${MARGIN} ${BASELINE_Y}H${WIDTH - MARGIN}" stroke="${PAGE_COLORS.line.light}" stroke-width="2"/>
    ${fitted(firm.name, NAME, SOFT)}
    ${fitted(title, TITLE, INK)}
    ${textOutlines([signed]).outlines}
  </svg>`
  // A palette makes a photograph a third as large.
  return sharp(Buffer.from(svg))
    .png({ palette: portrait !== undefined })
    .toBuffer()
}

function fitted(text: string, { sizes, height, bottom }: typeof NAME, color: string): string {
  const longest = Math.max(...partsOf(text).map((part) => part.trim().length))
  let outlines = ''
  for (const size of sizes) {
    const letters = Math.floor(TEXT_WIDTH / (LETTER_WIDTH * size))
    const lines = brokenLines(text, letters)
    const step = size * LINE_HEIGHT
    const yOf = (index: number) => bottom - (lines.length - 1 - index) * step
    const drawnText = textOutlines(lines.map((line, index) => ({ text: line, x: MARGIN, y: yOf(index), size, color })))
    outlines = drawnText.outlines
    if (longest <= letters && lines.length * step <= height && drawnText.width <= TEXT_WIDTH) break
  }
  return outlines
}

/** A text can be broken after spaces and hyphens. */
const partsOf = (text: string) => text.split(/(?<=[ -])/)

/** A word longer than a line is broken anywhere. */
function brokenLines(text: string, letters: number): string[] {
  const lines = ['']
  for (const part of partsOf(text).flatMap((one) => one.match(new RegExp(`.{1,${letters}}`, 'gu')) ?? [])) {
    const longer = `${lines.at(-1)}${part}`
    if (longer.trim().length <= letters) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((line) => line.trim())
}

function drawingImage({ size: [width, height], lines, fine, accent = '' }: Drawing, clay: string): string {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height)
  const transform = `translate(${WIDTH - MARGIN - width * scale} ${BASELINE_Y - height * scale}) scale(${scale})`
  const path = (d: string, stroke: string, weight: number) =>
    `<path d="${d}" stroke="${stroke}" stroke-width="${weight / scale}"/>`
  return `<g transform="${transform}" fill="none" stroke-linecap="round" stroke-linejoin="round">${path(fine, SOFT, 1.8)}${path(lines, INK, 2.8)}${path(accent, clay, 2.8)}</g>`
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

function iconImage(firm: IconSource): string {
  const size = PICTURE.height / 2
  const transform = `translate(${WIDTH - MARGIN - size} ${BASELINE_Y - ICON_GAP - size}) scale(${size / ICON_SIZE})`
  return `<g transform="${transform}">${iconContent(firm, ICON_RADIUS)}</g>`
}
