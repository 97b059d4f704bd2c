/** The tortures' own judgement: they would be green for ever if it saw nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { FOREIGN, leaksIn, mark, watchFor } from './leaks.ts'
import { type Delivery, doublesOf } from './mail.ts'
import { type StoredInquiry, tally } from './stored.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))

const delivery = (life: number, isAnswered = true): Delivery => ({ id: 'notice-A', isAnswered, life })

it.each<[string, Delivery[], recorded: string[], [explained: number, unexplained: number]]>([
  ['once is no double', [delivery(0)], [], [0, 0]],
  ['again after a yes is not explained', [delivery(0), delivery(0)], [], [0, 1]],
  ['again after a yes that was lost is explained', [delivery(0, false), delivery(0)], [], [1, 0]],
  ['again after a kill is explained when the first time was not recorded', [delivery(0), delivery(1)], [], [1, 0]],
  ['again after a kill is not explained when it was', [delivery(0), delivery(1)], ['notice-A'], [0, 1]],
])('doubles: %s', (_what, deliveries, recorded, [explained, unexplained]) => {
  expect(doublesOf(deliveries, [new Set(recorded)])).toEqual({ explained, unexplained })
})

const inquiry = { name: 'w1', email: 'w1@example.com', message: 'abc' }
const stored: StoredInquiry = { reference: 'A', request: inquiry }

it.each<[string, StoredInquiry[], [lost: number, twice: number, torn: number]]>([
  ['is nothing when each is there once', [stored], [0, 0, 0]],
  ['finds what is lost', [], [1, 0, 0]],
  ['finds what is there under another reference', [{ ...stored, reference: 'B' }], [1, 0, 0]],
  ['finds what is there twice', [stored, { ...stored, reference: 'B' }], [0, 1, 0]],
  ['finds a changed one', [{ ...stored, request: { ...inquiry, message: 'ab' } }], [1, 0, 1]],
  ['finds one that cannot be opened', [stored, { reference: 'B' }], [0, 0, 1]],
  ['finds one that no one sent', [stored, { reference: 'B', request: { ...inquiry, name: 'w2' } }], [0, 0, 1]],
])('the tally %s', (_what, found, [lost, twice, torn]) => {
  expect(tally(new Map([['w1', { inquiry, reference: 'A' }]]), found)).toEqual({ lost, twice, torn })
})

it.each<[string, string, string[]]>([
  ['the secret members of a key', 'the-private-key', ['a key of keys.json']],
  ['another secret', 'x the-owner x', ['the key of the owner']],
  ['the data folder', `open ${folder}/x`, ['a path of the machine']],
  ['the folder of the project', process.cwd(), ['a path of the machine']],
  ['a stack', 'Error\n    at read (file:///a/b.ts:1:2)', ['a stack']],
  ['what another request sent', `Dear ${mark(8)}`, [FOREIGN]],
  ['not what everyone may see', `public ${mark(7)} at 10:30:00`, []],
])('leaks are found: %s', (_what, text, leaks) => {
  writeFileSync(
    join(folder, 'keys.json'),
    JSON.stringify({ pepper: 'the-pepper', signing: [{ x: 'public', d: 'the-private-key' }] }),
  )
  const watch = watchFor(folder, [['the-owner', 'the key of the owner']])
  expect(leaksIn(text, watch, `name=${mark(7)}`)).toEqual(leaks)
})
