/** Rules that no tool has. The rules for words leave out Spanish texts, `content/` and the tests, which hold hostile values. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { yamlOf } from './table.ts'

const text = new Map(
  globSync(['src/**/*.{ts,astro}', 'netlify/**/*.ts']).map((file) => [file, readFileSync(file, 'utf8')]),
)
const filesWith = (pattern: RegExp) => [...text.keys()].filter((file) => pattern.test(text.get(file) ?? ''))

it('no script starts Node in the shell that has just installed it: the shell remembers where the old one was', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const installing = Object.values(scripts).filter((script) => script.includes('install.mjs'))
  expect(installing.length).toBeGreaterThan(3)
  expect(installing.filter((script) => /install\.mjs.*[&;|]\s*node\b/.test(script))).toEqual([])
})

const PLACES = yamlOf<{ places: [string, string, string[]][] }>('tests/house-rules.yaml').places
it.each(PLACES)('one place %s', (_what, pattern, files) => expect(filesWith(new RegExp(pattern))).toEqual(files))

it('one place holds each sentence that several files need', () => {
  const places = new Map<string, Set<string>>()
  const tables = globSync('src/**/*.json').map((file) => [file, readFileSync(file, 'utf8')] as const)
  for (const [file, commented] of [...text, ...tables]) {
    const code = commented.replace(/\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm, '')
    const literal = file.endsWith('.json') ? /"((?:[^"\\]|\\.)*)"/g : /'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g
    const literals = [...code.matchAll(literal)].map(([, quoted, template]) => quoted ?? template ?? '')
    for (const sentence of literals.flatMap((one) => one.split(/(?<=[.!?:]) |<[^>]*>|\n|\$\{[^}]*\}/))) {
      // Shorter ones say the same by chance.
      if (sentence.trim().length < 45 || !sentence.includes(' ') || sentence.includes('=>')) continue
      places.set(sentence.trim(), (places.get(sentence.trim()) ?? new Set()).add(file))
    }
  }
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, files]) => files.size > 1)).toEqual([])
})

it('no imports go in a circle, those of types included', () => {
  const left = new Map(
    [...text].map(([file, code]) => [
      file,
      [...code.matchAll(/\b(?:from|import)\s*\(?'(\.[^']*)'/g)].map(([, path = '']) => join(dirname(file), path)),
    ]),
  )
  // A file that imports none of those left is in no circle, and neither is one that none of them imports.
  const isFree = (file: string, imports: readonly string[]) =>
    !imports.some((path) => left.has(path)) || ![...left.values()].some((paths) => paths.includes(file))
  for (let size = Infinity; left.size < size;) {
    size = left.size
    for (const [file, imports] of left) if (isFree(file, imports)) left.delete(file)
  }
  expect([...left.keys()]).toEqual([])
})

it('no two files export functions of one name', () => {
  const owners = new Map<string, string[]>()
  const exported = /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?\(/gm
  for (const [file, code] of [...text].filter(([path]) => !path.startsWith('src/pages/')))
    for (const [, declared, constant = ''] of code.matchAll(exported)) {
      const name = declared ?? constant
      owners.set(name, [...(owners.get(name) ?? []), file])
    }
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([])
})

const manuals = globSync(['*.md', '.github/*.md', '{src,netlify,tests}/**/README.md'], {
  exclude: (path) => path.includes('node_modules'),
}).map((file) => [file, readFileSync(file, 'utf8')] as const)
const read = [...manuals, ...text].filter(([file]) => !file.includes('words-es'))

const WORDS = yamlOf<{ words: [string, string][] }>('tests/house-rules.yaml').words
it.each(WORDS)('plain words instead of "%s": %s', (word) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  const lines = read
    .filter(([, prose]) => pattern.test(prose))
    .flatMap(([file, prose]) => prose.split('\n').map((line) => `${file}: ${line}`))
  expect(lines.filter((line) => pattern.test(line))).toEqual([])
})
