/**
 * The process ends before each write of the store, and before and after each mail. Writes of one turn are cut in the middle, in both
 * orders. The next process finds what was acknowledged, with its mail, and nothing half-made.
 */
import { expect, it } from 'vitest'
import { keptNamesKey } from '../../src/conflicts/kept-names.ts'
import { HOUR_MS } from '../../src/duration.ts'
import { BY_PERSON, type InquiryChange } from '../../src/inquiries/change.ts'
import { ERASED_PREFIX, INQUIRIES_PREFIX, parseInquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { getInquiry } from '../../src/inquiries/sealed-inquiry.ts'
import { statusCapability } from '../../src/inquiries/status-address.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import type { Store } from '../../src/ports.ts'
import { answerInquiry } from '../../src/service/answer-inquiry.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { submitInquiry } from '../../src/service/submit-inquiry.ts'
import { blobsStore } from '../../src/store/blobs.ts'
import { listKeys, readValue } from '../../src/store/record.ts'
import type { StoredMessage } from '../../src/store/stored-message.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { type Behaviour, faultyBlobs, well } from '../store/faulty-blobs.ts'
import { openTemporarySqlite } from '../store/temporary-sqlite.ts'
import { yamlOf } from '../table.ts'
import { openDesk, STAFF_INBOX, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

type Act = InquiryChange | 'answer' | { keepsNames: boolean }
/** Each is about an inquiry of its own. */
const SCRIPTS = yamlOf<Act[][]>('tests/service/ended-at-any-step.yaml')

/** Lets so many steps happen. Then the process has ended: nothing of it goes on. */
function lifeOf(steps: number, isReversed: boolean) {
  let left = steps
  const waiting: (() => void)[] = []
  const end = Promise.withResolvers<'ended'>()
  const release = () => {
    const turn = waiting.splice(0)
    for (const goOn of isReversed ? turn.reverse() : turn)
      if (left-- > 0) goOn()
      else end.resolve('ended')
  }
  const step = () =>
    new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(release)
    })
  return { step, ended: end.promise, end: () => end.resolve('ended') }
}
type Life = ReturnType<typeof lifeOf>

interface Opened {
  store: Store
  /** The same records, for a process that ends. */
  within(life: Life): Store
  close?(): Promise<void>
}
const STORES: Record<string, () => Opened | Promise<Opened>> = {
  async SQLite() {
    const { store, close } = await openTemporarySqlite()
    const after =
      <Given extends unknown[], Result>({ step }: Life, call: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        await step()
        return call(...given)
      }
    const within = (life: Life) => ({ ...store, put: after(life, store.put), remove: after(life, store.remove) })
    return { store, close, within }
  },
  'Netlify Blobs'() {
    const blobs = faultyBlobs()
    return {
      store: blobsStore(blobs.open('strong')),
      within({ step, ended }) {
        const after: Behaviour = async (answer) => {
          await step()
          return answer()
        }
        Object.assign(blobs.on, { put: after, delete: after })
        // The process after it works well.
        void ended.then(() => Object.assign(blobs.on, { put: well, delete: well }))
        return blobsStore(blobs.open('strong'))
      },
    }
  },
}

/** After so many failures, the others say nothing new. */
const MANY = 5

/** The clock tells the inquiries of the scripts apart. */
const receivedAt = (script: number) => new Date(Date.parse('2026-11-21T15:04:05.000Z') + script * HOUR_MS).toISOString()

/** The sender of the first can repeat it. */
const inquiryOf = (script: number) => ({
  ...({ request: VALID_INQUIRY, via: 'api', sender: 'anonymous' } as const),
  ...(script === 0 && { idempotency: { key: 'k', caller: '203.0.113.7' } }),
})

async function perform(desk: TestDesk, acknowledged: (number | undefined)[]): Promise<void> {
  const { service } = desk
  for (const [script, acts] of SCRIPTS.entries()) {
    const { reference } = await submitInquiry(service, inquiryOf(script))
    acknowledged[script] = 0
    await desk.settle()
    const id = { reference, receivedAt: receivedAt(script) }
    for (const [index, act] of acts.entries()) {
      if (act === 'answer') await answerInquiry(service, await statusCapability(service, id), { answer: 'Yes.' })
      else if ('keepsNames' in act) await eraseInquiries(service, STAFF_INBOX, [id], { by: 'OWNER001', ...act })
      else await makeChanges(desk, id, act)
      acknowledged[script] = index + 1
      await desk.settle()
    }
    desk.advance(HOUR_MS)
  }
}

const mailIn = async (store: Store) => {
  const keys = (await listKeys(store, '')).filter((key) => /^(inquiries|mail)\//.test(key))
  const read = await Promise.all(keys.map((key) => readValue(store, key)))
  return read.flatMap((value) => (value as { mail: StoredMessage[] } | undefined)?.mail ?? [])
}

/** @returns whether the process came to the end of the scripts */
async function endAfter(steps: number, open: () => Opened | Promise<Opened>, isReversed: boolean): Promise<boolean> {
  const { store, within, close } = await open()
  const life = lifeOf(steps, isReversed)
  const acknowledged: (number | undefined)[] = []
  const sent: string[] = []
  const desk = await openDesk()
  desk.service.store = within(life)
  desk.service.mailer = {
    async send({ id }) {
      await life.step()
      sent.push(id)
      await life.step()
    },
  }
  const outcome = await Promise.race([perform(desk, acknowledged), life.ended])
  life.end()
  const notRecorded = (await mailIn(store)).filter(({ sealed }) => sealed).map(({ id }) => id)

  const next = await openDesk()
  next.service.store = store
  next.service.mailer = { send: async ({ id }) => void sent.push(id) }
  next.advance(SCRIPTS.length * HOUR_MS)
  await runOutbox(next.service, next.service.clock.now().getTime())
  await runHousekeeping(next.service)
  next.advance(HOUR_MS)
  await runOutbox(next.service)

  for (const script of SCRIPTS.keys()) await expectWhole(store, script, acknowledged[script], sent)
  const twice = sent.filter((id, index) => sent.indexOf(id) < index)
  expect(twice.length).toBeLessThanOrEqual(new Set(twice).size)
  expect(notRecorded).toEqual(expect.arrayContaining(twice))
  // A reminder is not due yet.
  expect((await mailIn(store)).filter(({ sealed, until }) => sealed && !until)).toEqual([])
  // The sender got no answer, and repeats the request. What was stored of it is finished, and otherwise it is sent now.
  if (acknowledged[0] === undefined) {
    const count = async () => (await listKeys(store, INQUIRIES_PREFIX)).length
    const before = await count()
    const { reference } = await submitInquiry(next.service, inquiryOf(0))
    await next.settle()
    expect(await count()).toBe(Math.max(before, 1))
    for (const kind of ['notice', 'receipt']) expect(sent).toContain(`${kind}-${reference}`)
  }
  await close?.()
  return outcome !== 'ended'
}

/** @param done how many acts were acknowledged */
async function expectWhole(store: Store, script: number, done: number | undefined, sent: readonly string[]) {
  const acts = SCRIPTS[script] ?? []
  const all = (await listKeys(store, '')).filter((key) => key.includes(receivedAt(script)))
  const about = all.filter((key) => !/^(erased|names|audit|mail)\/|mail~/.test(key))
  const stored = all.find((key) => key.startsWith(INQUIRIES_PREFIX))
  const found = stored && (await getInquiry(store, parseInquiryKey(stored)))
  const erasure = all.find((key) => key.startsWith(ERASED_PREFIX))
  if (!found) {
    expect(about).toEqual([])
    expect(done === undefined || erasure !== undefined).toBe(true)
    const keepsNames = acts.some((act) => typeof act === 'object' && 'keepsNames' in act && act.keepsNames)
    if (erasure) expect(all.includes(keptNamesKey(parseInquiryKey(erasure)))).toBe(keepsNames)
    return
  }
  expect(erasure).toBeUndefined()
  const { changes, mail, hints } = found.value
  expect([done ?? 0, (done ?? 0) + 1]).toContain(changes.length)
  const isAnswer = acts.slice(0, changes.length).map((act) => act === 'answer')
  expect(changes.map(({ by }) => by === BY_PERSON)).toEqual(isAnswer)
  expect(about.filter((key) => key !== stored).sort()).toEqual([...hints].sort())
  const { reference } = parseInquiryKey(stored)
  const kinds = [
    'notice',
    ...(script === 0 ? ['receipt'] : []),
    ...changes.flatMap(({ reply }) => (reply ? 'reply' : [])),
  ]
  expect(kinds.filter((kind) => !mail.some(({ id }) => id.startsWith(`${kind}-`)))).toEqual([])
  for (const { id, sealed } of mail) expect([id, sent.includes(id)]).toEqual([id, !sealed])
  expect(sent.filter((id) => id.includes(reference) && !mail.some((one) => one.id === id))).toEqual([])
  const audit = (await Promise.all((await listKeys(store, 'audit/')).map((key) => readValue(store, key)))) as {
    subject: string
  }[]
  const acknowledged = changes.slice(0, done ?? 0).flatMap(({ changed }) => changed)
  expect(audit.filter(({ subject }) => subject === reference).length).toBeGreaterThanOrEqual(acknowledged.length)
}

const ROWS = Object.entries(STORES).flatMap(([name, open]) =>
  [false, true].map((isReversed) => ({ name, open, isReversed })),
)
it.each(ROWS)('with $name, whatever was written last in a turn ($isReversed)', async ({ open, isReversed }) => {
  const failures: string[] = []
  for (let steps = 0; ; steps++)
    try {
      if (await endAfter(steps, open, isReversed)) break
    } catch (error) {
      failures.push(`${steps}: ${String(error).slice(0, 600)}`)
      if (failures.length > MANY) break
    }
  expect(failures).toEqual([])
})
