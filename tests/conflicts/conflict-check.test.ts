/** The order of what a check for conflicts finds, and what stays readable while the texts are hidden. */
import { expect, it } from 'vitest'
import { checkConflicts, type ConflictSources, withoutTexts } from '../../src/conflicts/conflict-check.ts'
import { withNamesOnly } from '../../src/conflicts/kept-names.ts'
import type { KnownParty } from '../../src/conflicts/known-parties.ts'
import { prepareParty } from '../../src/conflicts/party-match.ts'
import type { FullInquiry, ReadChange } from '../../src/inquiries/record.ts'
import { memoryStore } from '../memory-store.ts'

const idOf = (month: string) => ({ reference: `2222-22${month}`, receivedAt: `2026-${month}-01T00:00:00.000Z` })
const inquiry = (month: string, name: string) => ({ id: idOf(month), texts: prepareParty({ name }) })
const client = (name: string): KnownParty => ({ name, role: 'client' })

const request = { name: 'Gary Pitts', otherParty: 'Acme Holdings' }
const record = { request } as unknown as NonNullable<FullInquiry['record']>

it('names adverse parties first, then those that are surely the same, then the newest', async () => {
  const list = { count: 2, at: '2026-01-01T00:00:00.000Z' } as ConflictSources['known']['list']
  const parties = [inquiry('05', 'Gary Pits'), inquiry('04', 'Gary Pitts'), inquiry('03', 'Gary Pitts')]
  const known = { list, parties: [client('Acme Holdngs'), client('Acme Holdings')] }
  const sources = { parties: parties.toReversed(), known, store: memoryStore() }
  const check = await checkConflicts(sources, { id: idOf('09'), record, history: [] })
  expect(check?.hits.map(({ relation, match, at }) => `${relation} ${match} ${at.slice(0, 7)}`)).toEqual([
    'adverse same 2026-01',
    'adverse similar 2026-01',
    'same-person same 2026-04',
    'same-person same 2026-03',
    'same-person similar 2026-05',
  ])
})

it('hides an inquiry when an answer names a party that is related on the list', async () => {
  const known = { list: undefined, parties: [{ name: 'Olive Mills LLC', role: 'related' }] as KnownParty[] }
  const answer = { changed: ['answer'], at: '2026-09-02', texts: ['It was Olive Mills LLC.'] } as unknown as ReadChange
  const inquiry = { id: idOf('09'), record, history: [answer] }
  const check = await checkConflicts({ parties: [], known, store: memoryStore() }, inquiry)
  expect(check?.hiddenBecause).toBe('adverse')
})

it('hides messages, notes and replies, and not why a conflict was marked, a text was read or a hold began', () => {
  const changes = [{ changed: ['note'] }, { finding: 'none' }, { changed: ['read'] }, { hold: false }]
  const history = changes.map((change) => ({ changed: [], texts: ['Why.'], ...change }))
  const full = { record: { request: { message: 'Zebras.' } }, history } as unknown as FullInquiry
  expect(withoutTexts(full).history.map(({ texts }) => texts)).toEqual([[], ['Why.'], ['Why.'], ['Why.']])
  expect(withoutTexts(full).record?.request.message).toBe('')
})

it('adds the names of erased inquiries in their place by time, and not those of inquiries that are stored', () => {
  const [oldest, middle, newest] = [idOf('01'), idOf('02'), idOf('03')]
  const all = withNamesOnly([newest, oldest], [oldest, middle])
  expect(all).toEqual([{ id: newest }, { id: middle, namesOnly: true }, { id: oldest }])
})
