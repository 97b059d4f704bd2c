import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { pictureCache } from '../../src/build/picture-cache.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const PICTURE = Buffer.from('a picture')
const PARTS = ['the words', 'the code']

let folder: string
let made: number
beforeEach(() => {
  folder = temporaryFolder()
  made = 0
  return () => removeFolder(folder)
})

/** Asks for the picture as a build does, with nothing in memory of the one before. */
const build = (parts = PARTS) =>
  pictureCache(folder).get(parts, async () => {
    made++
    return PICTURE
  })
const file = () => join(folder, readdirSync(folder)[0] ?? '')

it('a picture is made once, and the same bytes come from the disk', async () => {
  expect(await build()).toEqual(PICTURE)
  expect(await build()).toEqual(PICTURE)
  expect(made).toBe(1)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('it is made again when a part is another, and parts do not run into each other', async () => {
  await build()
  await build(['the words', 'other code'])
  await build(['the wordsthe', ' code'])
  expect(made).toBe(3)
})

it.each<[string, (content: Buffer) => Buffer]>([
  ['was not written to its end', (content) => content.subarray(0, -1)],
  ['is empty', () => Buffer.alloc(0)],
  ['is shorter than a hash', (content) => content.subarray(0, 9)],
  ['was changed', (content) => Buffer.concat([content.subarray(0, -1), Buffer.from('X')])],
])('a file that %s is not used, and is written again', async (_what, damage) => {
  await build()
  writeFileSync(file(), damage(readFileSync(file())))
  expect(await build()).toEqual(PICTURE)
  expect(made).toBe(2)
  expect(await build()).toEqual(PICTURE)
  expect(made).toBe(2)
})

it('what a build did not ask for is removed, what it found is kept', async () => {
  await build(['used'])
  await build(['unused'])
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1)
  const startedAt = Date.now() - 1
  await build(['used'])
  await pictureCache(folder).removeUnused(startedAt)
  expect(readdirSync(folder)).toHaveLength(1)
  await build(['used'])
  expect(made).toBe(2)
})

it('a folder that is not there has nothing to remove', async () => {
  await pictureCache(join(folder, 'missing')).removeUnused(0)
  expect(readdirSync(folder)).toEqual([])
})
