import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type PreviousBuild, previousBuild } from '../../src/build/unchanged-files.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const BEFORE = new Date('2026-01-01')
const SINCE = new Date('2026-01-02')
const TEXT = Buffer.from('a page')

let folder: string
let previous: PreviousBuild
beforeEach(() => {
  folder = temporaryFolder()
  previous = previousBuild(folder, SINCE.getTime())
  return () => removeFolder(folder)
})

function write(path: string, time: Date): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, TEXT)
  utimesSync(file, time, time)
}
const files = () => readdirSync(folder, { recursive: true }).map(String).sort()

it('a file with the same bytes is there and is kept', () => {
  write('about/index.html', BEFORE)
  expect(previous.has('/about/index.html', TEXT)).toBe(true)
  previous.removeOthers()
  expect(files()).toEqual(['about', 'about/index.html'])
})

it.each([
  ['of the same length', 'a pagE'],
  ['longer', 'a page and more'],
  ['shorter', 'a'],
])('a file with other bytes, %s, is to be written', (_what, text) => {
  write('about/index.html', BEFORE)
  expect(previous.has('/about/index.html', Buffer.from(text))).toBe(false)
})

it('what this build wrote is kept, what it does not have is removed with its empty folders', () => {
  write('removed/deep/index.html', BEFORE)
  write('kept/index.html', SINCE)
  write('kept/old.html', BEFORE)
  previous.removeOthers()
  expect(files()).toEqual(['kept', 'kept/index.html'])
})

it('the published folder itself stays when nothing is left in it', () => {
  write('old.html', BEFORE)
  previous.removeOthers()
  expect(files()).toEqual([])
})

it('makes way for a page in the place of a file, and for a file in the place of pages', () => {
  write('terms', BEFORE)
  write('notes/one/index.html', BEFORE)
  expect(previous.has('/terms/new/index.html', TEXT)).toBe(false)
  expect(previous.has('/notes', TEXT)).toBe(false)
  expect(files()).toEqual([])
})
