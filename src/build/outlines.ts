/** Text as outlines of the site's font: a picture needs no installed font, so every build makes the same one. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'
import { remembered } from '../remembered.ts'

const require = createRequire(join(process.cwd(), 'package.json'))

/** The second has what the first lacks. */
const fonts = [
  require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'),
  require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2'),
].map((file) => create(readFileSync(file)) as Font)
const [latin] = fonts as [Font, Font]

/** A letter, as the `d` of a path, in units of the font. */
interface Letter {
  outline: string
  advance: number
}

/** Reading one from the font takes longer than writing it. */
const letterOf = remembered((character): Letter => {
  const code = character.codePointAt(0) ?? 0
  const glyph = (fonts.find((font) => font.hasGlyphForCodePoint(code)) ?? latin).glyphForCodePoint(code)
  return { outline: glyph.path.toSVG(), advance: glyph.advanceWidth }
})

const lettersOf = (text: string) => [...text].map(letterOf)

/** @returns in the unit of the size */
export const widthOf = (text: string, size: number): number =>
  (lettersOf(text).reduce((sum, { advance }) => sum + advance, 0) * size) / latin.unitsPerEm

/** Height of a capital letter, as a part of the size. */
export const CAPITAL_HEIGHT = latin.capHeight / latin.unitsPerEm

/** Where a line of text stands and how it looks; `y` is its baseline. */
export interface Line {
  x: number
  y: number
  size: number
  color: string
}

export function textOutlines(text: string, { x, y, size, color }: Line): string {
  const scale = size / latin.unitsPerEm
  let at = 0
  const paths = lettersOf(text).map(({ outline, advance }) => {
    const path = `<path transform="translate(${at} 0)" d="${outline}"/>`
    at += advance
    return path
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${color}">${paths.join('')}</g>`
}
