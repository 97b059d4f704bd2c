/** The face of the headings: what is left of the original, and what the licence asks of a changed font. */
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkitten'
import { expect, it } from 'vitest'
import { WORDS } from '../../src/words.ts'

const css = readFileSync('src/styles/site.css', 'utf8')
const FOLDER = 'src/styles/fonts'
const open = (file: string) => create(readFileSync(file)) as Font
const own = open(`${FOLDER}/front-desk-serif-600.woff2`)
const original = open('node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2')

function rangeOf(file: string): number[] {
  const rule = css.split('@font-face').find((part) => part.includes(file)) ?? ''
  const ranges = [...rule.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
  return ranges.flatMap(([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
  })
}

it('holds the letters of the words of the interface', () => {
  const texts = JSON.stringify(WORDS)
  const missing = new Set([...texts].filter((letter) => !own.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)))
  expect([...missing].filter((letter) => /\p{L}/u.test(letter))).toEqual([])
})

it('all letters of Latin-1 and Latin Extended-A are in one of the faces', () => {
  const covered = new Set(['front-desk-serif', 'latin-600', 'latin-ext-600'].flatMap(rangeOf))
  const letters = Array.from({ length: 0x180 }, (_, code) => code).filter((code) =>
    /\p{L}/u.test(String.fromCodePoint(code)),
  )
  expect(letters.filter((code) => !covered.has(code))).toEqual([])
})

it('no letter is in two faces, of which a browser might load both', () => {
  const all = ['front-desk-serif', 'latin-600', 'latin-ext-600'].flatMap(rangeOf)
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([])
})

it('has a name of its own and says its licence, because "Source" is a Reserved Font Name', () => {
  const names = [own.familyName, own.fullName, own.postscriptName, own.getName('uniqueSubfamily')]
  expect(names).toEqual(['Front Desk Serif', 'Front Desk Serif', 'FrontDeskSerif', 'Front Desk Serif'])
  expect(own.copyright).toBe(original.copyright)
  expect(own.getName('license')).toContain('SIL Open Font License, Version 1.1')
  expect(readFileSync(`${FOLDER}/OFL.txt`, 'utf8')).toContain("Reserved Font Name 'Source'")
})
