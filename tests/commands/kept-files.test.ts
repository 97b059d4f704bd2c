import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { areAsNoted, noteFiles } from '../../src/commands/kept-files.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const FILES = { read: ['source.ts', 'missing.json'], made: ['made', 'made/one.mjs'] }
const BEFORE = new Date('2026-01-01')
const SINCE = new Date('2026-01-02')

let root: string
let note: string
beforeEach(() => {
  root = temporaryFolder()
  note = join(root, 'cache', 'note.json')
  mkdirSync(join(root, 'made'))
  for (const path of ['source.ts', 'made/one.mjs']) writeFileSync(join(root, path), 'a text')
  utimesSync(join(root, 'source.ts'), BEFORE, BEFORE)
  noteFiles(root, note, FILES, SINCE.getTime())
  return () => removeFolder(root)
})
const write = (path: string, text: string) => () => writeFileSync(join(root, path), text)

it('what is as it was is found so, also when it was written again', () => {
  write('source.ts', 'a text')()
  expect(areAsNoted(root, note)).toBe(true)
})

it.each<[string, () => void]>([
  ['a file that was read has other bytes', write('source.ts', 'a tezt')],
  ['a file that was made has other bytes', write('made/one.mjs', 'a')],
  ['a file that was made is gone', () => rmSync(join(root, 'made/one.mjs'))],
  ['a folder has one file more', write('made/two.mjs', 'a text')],
  ['a file that was missing is there', write('missing.json', '')],
  ['the note is torn', write('cache/note.json', '{"source.ts":"')],
  ['the note is empty', write('cache/note.json', '{}')],
  ['the note is gone', () => rmSync(note)],
])('it is made again when %s', (_what, change) => {
  change()
  expect(areAsNoted(root, note)).toBe(false)
})

it('nothing is noted of a file that was changed while the program worked', () => {
  rmSync(note)
  utimesSync(join(root, 'source.ts'), SINCE, SINCE)
  noteFiles(root, note, FILES, SINCE.getTime())
  expect(areAsNoted(root, note)).toBe(false)
})
