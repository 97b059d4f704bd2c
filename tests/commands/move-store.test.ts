/** `npm run store` as an operator types it, between this machine and Netlify. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createRecord, readValue } from '../../src/store/record.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { AUDIT_KEYS, writeDamaged } from '../store/damaged-file.ts'
import { operator, RECORD_COUNT, useOperator } from './operator.ts'

let elsewhere: { DATA_DIR: string }
useOperator()
beforeEach(() => {
  elsewhere = { DATA_DIR: join(operator.folder, 'new') }
})

const fileOf = (name: string) => readFileSync(join(operator.folder, name), 'utf8')
const leftOvers = () => readdirSync(join(operator.folder, 'tmp')).filter((name) => name.startsWith('front-desk'))

it('moves all records from this machine to Netlify and back, and repeating it is safe', async () => {
  const { good } = operator
  await good('move-store export > $F/one.jsonl')
  const moved = await good('move-store import --netlify < $F/one.jsonl')
  expect(moved.stderr).toBe(`${RECORD_COUNT} records were written, 0 were there already.`)
  const again = await good('move-store import --netlify < $F/one.jsonl')
  expect(again.stderr).toBe(`0 records were written, ${RECORD_COUNT} were there already.`)
  await good('move-store export --netlify > $F/two.jsonl')
  await good('move-store import < $F/two.jsonl', elsewhere)
  await good('move-store export > $F/three.jsonl', elsewhere)
  const [one, two, three] = ['one', 'two', 'three'].map((name) => fileOf(`${name}.jsonl`))
  expect([two === one, three === one, leftOvers()]).toEqual([true, true, []])
  expect(one).not.toMatch(/zoe@|ana@example|Una pregunta|Called/)
  if (process.platform !== 'win32') expect(statSync(elsewhere.DATA_DIR).mode & 0o777).toBe(0o700)
})

it('refuses a torn file with one sentence, and makes no store for it', async () => {
  const { stdout } = await operator.good('move-store export')
  writeFileSync(join(operator.folder, 'torn.jsonl'), stdout.split('\n').slice(0, 10).join('\n'))
  expect(await operator.refused('move-store import < $F/torn.jsonl', elsewhere)).toBe(
    'The file is torn: its last line is missing. Nothing was written.',
  )
  expect([existsSync(elsewhere.DATA_DIR), leftOvers()]).toEqual([false, []])
})

it.each([
  ['the text of a record', 1],
  ['a page with the rest of a long record', 1],
  ['a page of records', 40],
  ['a page of the index', 0],
] as const)('stops at damage to %s with one sentence, or writes what can be read', async (place, most) => {
  mkdirSync(elsewhere.DATA_DIR)
  await writeDamaged(join(elsewhere.DATA_DIR, 'front-desk.db'), place)
  const refused = await operator.type('move-store export', elsewhere)
  expect([refused.code, refused.stderr.split('\n').length]).toEqual([1, 1])
  const { stderr } = await operator.good('move-store export --what-can-be-read > $F/part.jsonl', elsewhere)
  const leftOut = stderr.split('\n').filter((line) => line.startsWith('not readable: "'))
  expect(stderr).toContain(`Not readable: ${leftOut.length}.`)
  expect(leftOut.length).toBeLessThanOrEqual(most)
  const moved = await operator.good('move-store import < $F/part.jsonl', { DATA_DIR: join(operator.folder, 'saved') })
  expect(moved.stderr).toBe(`${AUDIT_KEYS.length + 1 - leftOut.length} records were written, 0 were there already.`)
})

it('reports what is there with another value, without it, and ends with 1', async () => {
  await operator.good('move-store export > $F/one.jsonl')
  mkdirSync(elsewhere.DATA_DIR)
  const other = openSqliteStore(join(elsewhere.DATA_DIR, 'front-desk.db'))
  const [, key = ''] = /"key":"(claims\/[^"]+)"/.exec(fileOf('one.jsonl')) ?? []
  await createRecord(other, key, { readBacks: 77 })
  const { code, stderr } = await operator.type('move-store import < $F/one.jsonl', elsewhere)
  const written = `${RECORD_COUNT - 1} records were written, 0 were there already.`
  expect([code, stderr]).toEqual([1, `${written}\n1 exist with another value, and were left as they are.`])
  expect(await readValue(other, key)).toEqual({ readBacks: 77 })
  await other.close()
})

it('refuses a store that another version wrote', async () => {
  mkdirSync(elsewhere.DATA_DIR)
  const other = openSqliteStore(join(elsewhere.DATA_DIR, 'front-desk.db'))
  await createRecord(other, 'version/4', {})
  await other.close()
  expect(await operator.refused('move-store export', elsewhere)).toContain('The records in this store are of version 4')
})
