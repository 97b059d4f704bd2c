/** Moving and backing up: what an export holds, which files an import refuses, and what it does to a store that has records. */
import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Store } from '../../src/ports.ts'
import { checkExport, exportRecords, importRecords } from '../../src/store/transfer.ts'
import { LAYOUT_VERSION } from '../../src/store/version.ts'
import { memoryStore } from '../memory-store.ts'
import { blocksOf } from '../table.ts'
import { createRecord } from '../../src/store/record.ts'

const exported = async (store: Store) => (await Array.fromAsync(exportRecords(store))).join('')

async function* pieces(text: string, size = 1000) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

async function imported(store: Store, text: string) {
  await checkExport(pieces(text))
  return importRecords(store, pieces(text))
}

/** The checksum is right. */
function withLines(lines: string[]): string {
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ count: lines.length - 1, sha256 })}\n`
}

const HEADER = `{"format":"front-desk-records","layout":${LAYOUT_VERSION}}`
const at = '2026-11-21T15:04:05.000Z'
const AUDITED = { key: `audit/2026-11/${at}-x`, value: { at, by: 'x', action: 'a\u2028b', subject: '水 "\\' } }
const reminded = (day: number) => `reminders/2026-11-${String(day).padStart(2, '0')}`

let store: Store
beforeEach(async () => {
  store = memoryStore()
  await createRecord(store, AUDITED.key, AUDITED.value)
  await createRecord(store, 'jti/x', { at })
  await createRecord(store, reminded(11), { at })
})

it('an export has a first line, each record as it is, and their number and checksum', async () => {
  const lines = (await exported(store)).split('\n')
  expect(lines[0]).toBe(HEADER)
  const others = ['jti/x', reminded(11)].map((key) => ({ key, value: { at } }))
  expect(lines.slice(1, 4).map((line) => JSON.parse(line) as unknown)).toEqual([AUDITED, ...others])
  const written = `${lines.slice(0, 4).join('\n')}\n`
  const sha256 = createHash('sha256').update(written).digest('hex')
  expect([JSON.parse(lines[4] ?? ''), lines.slice(5)]).toEqual([{ count: 3, sha256 }, ['']])
})

it('an export leaves out what is removed while it is made', async () => {
  const get: Store['get'] = async (key) => (key === 'jti/x' ? undefined : store.get(key))
  await checkExport(exportRecords({ list: store.list, get }))
})

type Refused = [what: string, change: (text: string) => string, words: string]
const [EDITED = [], RECORDS = []] = blocksOf('tests/store/transfer.txt')
const withHeader = (...records: string[]) => withLines([HEADER, ...records])
it.each<Refused>([
  ...EDITED.map(([what = '', from = '', to = '', words = '']): Refused => {
    return [what, (text) => text.replace(new RegExp(from), to), words]
  }),
  ...RECORDS.map(([what = '', record = '', words = '']): Refused => [what, () => withHeader(record), words]),
  ['of another format', () => withLines(['{"format":"front-desk-facts","version":1,"facts":4}']), 'another version'],
  ...[LAYOUT_VERSION - 1, LAYOUT_VERSION + 1].map((version): Refused => {
    const header = HEADER.replace(/\d+/, String(version))
    return [`with records of version ${version}`, () => withLines([header]), 'another version']
  }),
  ['with a line break in a key', () => withHeader(`{"key":"jti/x\\ny","value":{"at":"${at}"}}`), 'y"'],
  ['with a line without an end', () => `${HEADER}\n${'x'.repeat(10_000_001)}`, 'too long'],
])('a file is refused before anything is written: one %s', async (_, change, words) => {
  const text = change(await exported(store))
  await expect(checkExport(pieces(text, 1_000_000))).rejects.toThrow(
    new RegExp(`^The file .*${words}.*Nothing was written`),
  )
})

it('what npm prints before the first line of a file is passed over', async () => {
  const banner = '\n> front-desk@1.0.0 store\n> node src/commands/move-store.ts export\n\n'
  const target = memoryStore()
  expect(await imported(target, banner + (await exported(store)))).toMatchObject({ created: 3 })
  expect(await exported(target)).toBe(await exported(store))
  await expect(checkExport(pieces(`${'\n'.repeat(11)}${HEADER}`))).rejects.toThrow('is no export')
})

it('an import that is repeated writes nothing, and after an interruption the rest', async () => {
  const text = await exported(store)
  const target = memoryStore()
  await createRecord(target, 'jti/x', { at })
  expect(await imported(target, text)).toEqual({ created: 2, same: 1, conflicts: 0 })
  expect(await imported(target, text)).toEqual({ created: 0, same: 3, conflicts: 0 })
  expect(await exported(target)).toBe(text)
})
