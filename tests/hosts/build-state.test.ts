/**
 * Whether there is a build to serve, and whether a file was changed after it.
 */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changedSinceBuild } from '../../src/hosts/build-state.ts'
import { SettingsError } from '../../src/settings.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const BUILT_AT = 1_700_000_000

let root: string
beforeEach(() => {
  root = temporaryFolder()
})
afterEach(() => removeFolder(root))

/** Writes a file. @param seconds when it was changed, from the end of the build on */
function write(file: string, seconds: number) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), '')
  utimesSync(join(root, file), BUILT_AT + seconds, BUILT_AT + seconds)
}

it('refuses to go on without a complete build, in one sentence that names what builds', () => {
  mkdirSync(join(root, 'dist'))
  expect(() => changedSinceBuild(root, 'content')).toThrow(SettingsError)
  expect(() => changedSinceBuild(root, 'content')).toThrow('Nothing is built here yet. Build it with `npm run build`')
})

it('finds a changed text in a folder with signs in its name', () => {
  write('dist/_headers', 0)
  write('texts [1]#/firm.md', 1)
  expect(changedSinceBuild(root, 'texts [1]#')).toBe('texts [1]#/firm.md')
  expect(changedSinceBuild(root, join(root, 'texts [1]#'))).toBe(join(root, 'texts [1]#/firm.md'))
})

it.each([
  ['content/es/firm.md', 1, true],
  ['content/images/office.webp', 1, true],
  ['src/build/icon.ts', 1, true],
  ['src/pages/404.astro', 1, true],
  ['package-lock.json', 1, true],
  ['content/firm.md', -1, false],
  ['src/README.md', 1, false],
  ['tests/build.test.ts', 1, false],
  ['.data/front-desk.db', 1, false],
])('of %s, changed %d seconds after it, says that: %s', (file, seconds, isSaid) => {
  write('dist/_headers', 0)
  write(file, seconds)
  expect(changedSinceBuild(root, 'content')).toBe(isSaid ? file : undefined)
})
