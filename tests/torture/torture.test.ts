/** The tortures' own judgement: they would be green for ever if it saw nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { yamlOf } from '../table.ts'
import { leaksIn, mark, watchFor } from './leaks.ts'
import { doublesOf } from './mail.ts'
import { type StoredInquiry, tally } from './stored.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))

/** `{folder}` and `{project}` are paths; `{own}` and `{foreign}` are marks of the request and of another. */
const { doubles, tallies, leaks } = yamlOf<{
  doubles: [what: string, deliveries: [life: number, isAnswered: boolean][], recorded: string[], counts: number[]][]
  tallies: [what: string, found: StoredInquiry[], counts: number[]][]
  leaks: [what: string, text: string, leaks: string[]][]
}>('tests/torture/torture.yaml')

it.each(doubles)('doubles: %s', (_what, deliveries, recorded, [explained, unexplained]) => {
  const delivered = deliveries.map(([life, isAnswered]) => ({ id: 'notice-A', isAnswered, life }))
  expect(doublesOf(delivered, [new Set(recorded)])).toEqual({ explained, unexplained })
})

const inquiry = { name: 'w1', email: 'w1@example.com', message: 'abc' }

it.each(tallies)('the tally %s', (_what, found, [lost, twice, torn]) => {
  expect(tally(new Map([['w1', { inquiry, reference: 'A' }]]), found)).toEqual({ lost, twice, torn })
})

it.each(leaks)('leaks are found: %s', (_what, text, found) => {
  writeFileSync(
    join(folder, 'keys.json'),
    JSON.stringify({ pepper: 'the-pepper', signing: [{ x: 'public', d: 'the-private-key' }] }),
  )
  const watch = watchFor(folder, [['the-owner', 'the key of the owner']])
  const names = { folder, project: process.cwd(), own: mark(7), foreign: mark(8) }
  const filled = Object.entries(names).reduce((all, [name, value]) => all.replace(`{${name}}`, value), text)
  expect(leaksIn(filled, watch, `name=${mark(7)}`)).toEqual(found)
})
