/** The order of what a check for conflicts finds, and what stays readable while the texts are hidden. */
import { expect, it } from 'vitest'
import { checkConflicts, isListSearched, withoutTexts } from '../../src/conflicts/conflict-check.ts'
import { withNamesOnly } from '../../src/conflicts/kept-names.ts'
import type { KnownList, KnownParty } from '../../src/conflicts/known-parties.ts'
import { prepareParty } from '../../src/conflicts/party-match.ts'
import type { FullInquiry, ReadChange } from '../../src/inquiries/record.ts'
import { memoryStore } from '../memory-store.ts'

const idOf = (month: string) => ({ reference: `2222-22${month}`, receivedAt: `2026-${month}-01T00:00:00.000Z` })
const inquiry = (month: string, name: string) => ({ id: idOf(month), texts: prepareParty({ name }) })
const client = (name: string): KnownParty => ({ name, role: 'client' })

const request = { name: 'Gary Pitts', otherParty: 'Acme Holdings' }
const record = { request } as unknown as NonNullable<FullInquiry['record']>

it('names adverse parties first, then those that are surely the same, then the newest', async () => {
  const list = { count: 2, at: '2026-01-01T00:00:00.000Z' } as KnownList
  const parties = [inquiry('05', 'Gary Pits'), inquiry('04', 'Gary Pitts'), inquiry('03', 'Gary Pitts')]
  const known = { list, parties: [client('Acme Holdngs'), client('Acme Holdings')] }
  for (const stored of [parties, parties.toReversed()]) {
    const sources = { parties: stored, known, store: memoryStore() }
    const check = await checkConflicts(sources, { id: idOf('09'), record, history: [] })
    expect(check?.hits.map(({ relation, match, at }) => `${relation} ${match} ${at.slice(0, 7)}`)).toEqual([
      'adverse same 2026-01',
      'adverse similar 2026-01',
      'same-person same 2026-04',
      'same-person same 2026-03',
      'same-person similar 2026-05',
    ])
  }
})

it('joins the texts that match on the same sides, and searches all inquiries but itself', async () => {
  const texts = prepareParty({ name: 'Gary Pits', email: 'gary@example.com' })
  const { reference, receivedAt } = idOf('09')
  const sameTime = { reference: '3333-3333', receivedAt }
  const sameReference = { reference, receivedAt: '2026-08-01T00:00:00.000Z' }
  const parties = [{ reference, receivedAt }, sameTime, sameReference].map((id) => ({ id, texts }))
  const known = { list: undefined, parties: [] }
  const own = { request: { ...request, email: 'gary@example.com' } } as typeof record
  const checked = { id: idOf('09'), record: own, history: [] }
  const { hits = [], hiddenBecause } = (await checkConflicts({ parties, known, store: memoryStore() }, checked)) ?? {}
  const names = { here: 'Gary Pitts', there: 'Gary Pits' }
  const addresses = { here: 'gary@example.com', there: 'gary@example.com' }
  const hit = { relation: 'same-person', match: 'same', texts: [names, addresses] }
  expect(hits).toMatchObject([
    { ...hit, at: receivedAt, place: { id: sameTime } },
    { ...hit, at: sameReference.receivedAt, place: { id: sameReference } },
  ])
  expect(hiddenBecause).toBeUndefined()
})

it.each([
  [true, { count: 1 }, true],
  [false, { count: 1 }, false],
  [false, { count: 0 }, true],
  [false, undefined, true],
])('the list is searched (%s) if it has entries and was opened', (isSo, list, isListOpened) => {
  expect(isListSearched({ list: list as KnownList | undefined, isListOpened })).toBe(isSo)
})

it('hides an inquiry when an answer names a party that is related on the list', async () => {
  const parties: KnownParty[] = [{ name: 'Olive Mills LLC', role: 'related' }]
  const checkWith = (field: string, importedAt: string) => {
    const change = { changed: [field], at: '2026-09-02', texts: ['It was Olive Mills LLC.'] } as unknown as ReadChange
    const known = { list: { count: 1, at: importedAt } as KnownList, parties }
    const inquiry = { id: idOf('09'), record, history: [change] }
    return checkConflicts({ parties: [], known, store: memoryStore() }, inquiry)
  }
  const texts = [{ here: 'Olive Mills LLC', there: 'Olive Mills LLC' }]
  const check = await checkWith('answer', '2026-09-01')
  expect(check?.hiddenBecause).toBe('adverse')
  expect(check?.hits).toMatchObject([{ at: '2026-09-02', match: 'similar', texts }])
  expect((await checkWith('answer', '2026-09-03'))?.hits).toMatchObject([{ at: '2026-09-03' }])
  expect((await checkWith('note', '2026-09-01'))?.hits).toEqual([])
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
