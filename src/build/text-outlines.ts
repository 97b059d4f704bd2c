/** Draws texts as outlines of the site's font. No font needs to be installed, so every build makes the same picture. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const require = createRequire(join(process.cwd(), 'package.json'))
const read = (file: string) => readFileSync(require.resolve(file))

await initWasm(read('@resvg/resvg-wasm/index_bg.wasm'))

const FONT = {
  // The second font has letters that the first lacks.
  fontBuffers: ['latin', 'latin-ext'].map((letters) =>
    read(`@fontsource/source-serif-4/files/source-serif-4-${letters}-600-normal.woff2`),
  ),
  defaultFontFamily: 'Source Serif 4 SemiBold',
}

/** `y` is the baseline. */
export interface Line {
  text: string
  x: number
  y: number
  size: number
  color: string
}

const svgOf = (lines: readonly Line[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${lines
    .map(({ text, x, y, size, color }) => {
      const content = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}">${content}</text>`
    })
    .join('')}</svg>`

/** @returns elements for another SVG, and the left edge and the width of the box around all lines */
export function textOutlines(lines: readonly Line[]): { outlines: string; left: number; width: number } {
  const drawn = new Resvg(svgOf(lines), { font: FONT })
  try {
    const outlines = drawn.toString().replace(/<\/?svg[^>]*>|<defs\/>/g, '')
    const { x: left = 0, width = 0 } = drawn.getBBox() ?? {}
    return { outlines, left, width }
  } finally {
    drawn.free()
  }
}
