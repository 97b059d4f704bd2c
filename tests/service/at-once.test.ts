/**
 * Members, an owner and the person change one inquiry at the same time, on both kinds of store, which answer late and sometimes fail. What
 * is stored is what some order of these changes gives, and nothing of a change is there without the rest of it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appointmentIn } from '../../src/inquiries/appointment.ts'
import { BY_PERSON, decideChange, type InquiryChange } from '../../src/inquiries/change.ts'
import { type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { type FoundInquiry, getInquiry, historyOf, stateOf } from '../../src/inquiries/sealed-inquiry.ts'
import { isFinished, isOpen } from '../../src/inquiries/status.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { keptNamesKey } from '../../src/conflicts/kept-names.ts'
import { type Store, StoreUnavailable } from '../../src/ports.ts'
import { Problem } from '../../src/problem.ts'
import { answerInquiry } from '../../src/service/answer-inquiry.ts'
import { changeInquiry } from '../../src/service/change-inquiry.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import { listKeys } from '../../src/store/record.ts'
import { APPOINTMENT } from '../inquiries/member-change.ts'
import { faultyBlobs } from '../store/faulty-blobs.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { yamlOf } from '../table.ts'
import { openDesk, STAFF_INBOX, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

/** More with `RUNS=2000 npm run test:unit -- tests/service/at-once.test.ts`. */
const RUNS = Number(process.env.RUNS ?? 200)

const CHANGES: readonly InquiryChange[] = [
  ...yamlOf<InquiryChange[]>('tests/service/at-once.yaml'),
  { appointment: APPOINTMENT },
]

/** What is open in the inquiry before: by members 98 and 99. */
const EARLIER: readonly InquiryChange[] = [{ reply: 'A question?', ask: true }, { appointment: APPOINTMENT }]
const FIRST_EARLIER = 98

type Act = { change: InquiryChange } | 'answer' | { keepsNames: boolean }
const ERASURES = [true, false].map((keepsNames) => ({ keepsNames }))
const ACTS: readonly Act[] = [...CHANGES.map((change) => ({ change })), 'answer', 'answer', ...ERASURES]

/** How a call of the store goes: how many turns of the event loop it waits before and after, and whether it fails. */
const Delays = fc.record({
  before: fc.nat(3),
  after: fc.nat(3),
  fails: fc.oneof(
    { weight: 40, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('before', 'after') },
  ),
})
type Delay = typeof Delays extends fc.Arbitrary<infer Value> ? Value : never

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function delayed(store: Store, delays: readonly Delay[]): Store {
  let calls = 0
  const wait =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const { before, after, fails } = delays[calls++ % delays.length] ?? { before: 0, after: 0, fails: '' }
      await turns(before)
      if (fails === 'before') throw new StoreUnavailable('down')
      const result = await call(...given)
      await turns(after)
      if (fails === 'after') throw new StoreUnavailable('no answer')
      return result
    }
  const { get, put, list, folders, remove } = store
  return { get: wait(get), put: wait(put), list: wait(list), folders: wait(folders), remove: wait(remove) }
}

type Outcome = 'done' | 'refused' | 'unsure' | { erased: number }

/** Each act is of another member, so that the history tells them apart. */
async function perform(desk: TestDesk, id: InquiryId, act: Act, by: string): Promise<Outcome> {
  const { service } = desk
  try {
    if (act === 'answer') {
      await answerInquiry(service, await statusCapability(service, id), { answer: `Answer of ${by}.`, key: by })
      return 'done'
    }
    if ('keepsNames' in act) {
      const { erased } = await eraseInquiries(service, STAFF_INBOX, [id], { by, keepsNames: act.keepsNames })
      return { erased: erased.length }
    }
    const seen = (await getInquiry(service.store, id))?.value.changes.length ?? 0
    const inquiry = { id, record: { request: VALID_INQUIRY } }
    return (await changeInquiry(service, inquiry, act.change, { seen, by })) === 'done' ? 'done' : 'refused'
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unsure'
    if (error instanceof Problem) return error.code === 'service-unavailable' ? 'unsure' : 'refused'
    throw error
  }
}

/** The history is an order of the acts, in which each was allowed and led to the state that is stored. */
async function expectSomeOrder(desk: TestDesk, id: InquiryId, found: FoundInquiry, acts: readonly Act[]) {
  const earlier: FoundInquiry['value']['changes'] = []
  for (const [index, record] of found.value.changes.entries()) {
    const before = stateOf({ intake: found.value.intake, changes: earlier })
    const member = Number(record.by.slice('MEMBER'.length))
    const act = acts[member]
    const made = typeof act === 'object' && 'change' in act ? act.change : EARLIER[member - FIRST_EARLIER]
    const change = record.by === BY_PERSON ? { answer: 'x' } : (made ?? {})
    const decided = await decideChange(desk.service, { id, before }, change, record.by)
    if (typeof decided === 'string') throw new Error(`Change ${index + 1} was refused: ${decided}`)
    const state = stateOf({ intake: found.value.intake, changes: [...earlier, record] })
    expect(state).toEqual({ ...found.value.intake, ...decided.after })
    earlier.push(record)
  }
}

async function expectWhole(desk: TestDesk, id: InquiryId, acts: readonly Act[], outcomes: readonly Outcome[]) {
  const { store } = desk.service
  const found = await getInquiry(store, id)
  const keys = await listKeys(store, '')
  const about = keys.filter((key) => key.includes(id.reference) && !/^(erased|names|audit|mail)\/|mail~/.test(key))
  const isErased = outcomes.some((outcome) => typeof outcome === 'object' && outcome.erased > 0)
  if (!found) {
    expect(outcomes.some((outcome) => outcome === 'unsure' || typeof outcome === 'object')).toBe(true)
    expect(about).toEqual([])
    const erased = acts.flatMap((act, index) => {
      const outcome = outcomes[index]
      return typeof act === 'object' && 'keepsNames' in act && outcome !== 'refused' ? [{ ...act, outcome }] : []
    })
    const made = erased.filter(({ outcome }) => typeof outcome === 'object' && outcome.erased > 0)
    if (made.some(({ keepsNames }) => !keepsNames)) expect(keys).not.toContain(keptNamesKey(id))
    if (made.length > 0 && erased.every(({ keepsNames }) => keepsNames)) expect(keys).toContain(keptNamesKey(id))
    return
  }
  expect(isErased).toBe(false)
  const { value } = found
  const state = stateOf(value)
  await expectSomeOrder(desk, id, found, acts)
  // Each change that was acknowledged is there once; one that was refused is not.
  const made = value.changes.map(({ by }) => by).filter((by) => by !== BY_PERSON)
  expect(new Set(made).size).toBe(made.length)
  for (const [index, outcome] of outcomes.entries()) {
    const act = acts[index]
    if (typeof act !== 'object' || !('change' in act) || outcome === 'unsure') continue
    expect([index, made.includes(`MEMBER${index}`)]).toEqual([index, outcome === 'done'])
  }
  const answers = value.changes.filter(({ by }) => by === BY_PERSON).length
  const acknowledged = acts.filter((act, index) => act === 'answer' && outcomes[index] === 'done').length
  const unsure = acts.filter((act, index) => act === 'answer' && outcomes[index] === 'unsure').length
  expect(answers).toBeGreaterThanOrEqual(acknowledged)
  expect(answers).toBeLessThanOrEqual(acknowledged + unsure)
  // Mail and audit are those of the changes that were made.
  const replies = value.mail.filter(({ id: name }) => name.startsWith('reply-')).length
  expect(replies).toBe(value.changes.filter(({ changed }) => changed.includes('reply')).length)
  // An end or a conflict ends what was open.
  const isClear = state.lastFinding !== 'conflict'
  expect((isClear && isOpen(state.status)) || state.asked === undefined).toBe(true)
  expect((isClear && !isFinished(state.status)) || state.appointmentAt === undefined).toBe(true)
  expect(appointmentIn(historyOf(value)) === undefined).toBe(state.appointmentAt === undefined)
  const reminders = value.mail.filter(({ sealed, until }) => sealed && until)
  expect(reminders.length === 0 || state.appointmentAt !== undefined).toBe(true)
  // Its hints are there, and no others.
  expect(about.filter((key) => key !== inquiryKey(id)).sort()).toEqual([...value.hints].sort())
  const isCurrent = isOpen(state.status) || state.appointmentAt !== undefined
  expect(value.hints.some((hint) => hint.startsWith('open/'))).toBe(isCurrent)
}

const STORES: Record<string, () => Promise<{ store: Store; close(): Promise<void> }>> = {
  SQLite: openTemporarySqlite,
  'Netlify Blobs': async () => ({ store: blobsStore(faultyBlobs().open('strong')), close: async () => undefined }),
}

describe.each(Object.entries(STORES))('with %s', (_, open) => {
  it(`an inquiry that several change at once is whole, in ${RUNS} runs`, async () => {
    const { store, close } = await open()
    const desk = await openDesk({ factor: RUNS })
    const { service } = desk
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ACTS), { minLength: 2, maxLength: 7 }),
        fc.array(Delays, { minLength: 1, maxLength: 30 }),
        async (acts, delays) => {
          service.store = store
          const id = await desk.submit()
          const inquiry = { id, record: { request: VALID_INQUIRY } }
          for (const [seen, change] of EARLIER.entries())
            await changeInquiry(service, inquiry, change, { seen, by: `MEMBER${FIRST_EARLIER + seen}` })
          await desk.settle()
          service.store = delayed(store, delays)
          const outcomes = await Promise.all(acts.map((act, index) => perform(desk, id, act, `MEMBER${index}`)))
          await desk.settle()
          service.store = store
          await runHousekeeping(service)
          await expectWhole(desk, id, acts, outcomes)
          await Promise.all((await listKeys(store, '')).map((key) => store.remove(key)))
        },
      ),
      { numRuns: RUNS },
    )
    await close()
  })
})
