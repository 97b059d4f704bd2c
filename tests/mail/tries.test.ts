/** A process ends at any point of the first try of an inquiry's messages, and the next process goes on from there. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { postAndSend } from '../../src/mail/tries.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { OUTBOX_PREFIX, postMessage, type Posting, SENT_PREFIX } from '../../src/mail/outbox.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { submitInquiry } from '../../src/service/submit-inquiry.ts'
import { desk, FIRM, openDesk, type TestDesk, useDesk, VALID_INQUIRY } from '../test-desk.ts'

const KINDS = ['notice', 'receipt'] as const
/** The writes of an inquiry, in the order in which a process gets there. */
const WRITES = [
  'inquiry',
  'store notice',
  'store receipt',
  'claim the receipt of the day',
  'record notice',
  'record receipt',
  'remove notice',
  'remove receipt',
] as const
type Write = (typeof WRITES)[number]

const submitTo = ({ service }: TestDesk, key?: string) =>
  submitInquiry(service, {
    request: VALID_INQUIRY,
    via: 'api',
    sender: 'anonymous',
    ...(key !== undefined && { idempotency: { key, caller: '203.0.113.7' } }),
  })

function writeOf(key: string, isRemoval: boolean): string {
  const kind = /\/(notice|receipt)-/.exec(key)?.[1] ?? ''
  if (key.startsWith(INQUIRIES_PREFIX)) return 'inquiry'
  if (key.startsWith(SENT_PREFIX)) return `record ${kind}`
  if (key.startsWith('receipts/')) return 'claim the receipt of the day'
  if (key.startsWith('idempotency/')) return 'idempotency'
  return isRemoval ? `remove ${kind}` : key.endsWith('/message') ? `store ${kind}` : key
}

/** The other writes fail, as if the process had ended. @returns makes the store whole again */
function endBefore({ store }: TestDesk, happened: ReadonlySet<string>): () => void {
  const { put, remove } = store
  const ended = () => Promise.reject(new StoreUnavailable('the process has ended'))
  store.put = (key, value, expected) => (happened.has(writeOf(key, false)) ? put(key, value, expected) : ended())
  store.remove = (key) => (happened.has(writeOf(key, true)) ? remove(key) : ended())
  return () => Object.assign(store, { put, remove })
}

const STORING = WRITES.slice(0, 3)
const isAllStored = (happened: ReadonlySet<Write>) => STORING.every((write) => happened.has(write))
/** All sets of writes; of those that lack one of the first three, which are made at once, the ones without later writes. */
const SETS = Array.from(
  { length: 2 ** WRITES.length },
  (_, bits) => new Set(WRITES.filter((_write, index) => bits & (1 << index))),
).filter((happened) => isAllStored(happened) || [...happened].every((write) => STORING.includes(write)))

describe.each(['without a key', 'with a key'])('a process that takes an inquiry %s and ends', (title) => {
  const key = title === 'with a key' ? 'k' : undefined

  it('at any point loses no mail, and repeats only one that was sent and neither recorded nor removed', async () => {
    let twice = 0
    for (const happened of SETS) {
      const desk = await openDesk()
      const restart = endBefore(desk, new Set([...happened, 'idempotency']))
      const receipt = await submitTo(desk, key).catch(() => undefined)
      await desk.settle()
      const point = `${[...happened].join(', ')}: ${receipt ? 'answered' : 'not answered'}`
      expect(receipt !== undefined, point).toBe(isAllStored(happened))
      restart()
      desk.advance(1)
      const countOf = (kind: string) => desk.mails.filter(({ id }) => id.startsWith(`${kind}-`)).length
      const sentBefore = new Set(KINDS.filter((kind) => countOf(kind) > 0))
      await runOutbox(desk.service, desk.service.clock.now().getTime())
      for (let hours = 0; hours < 2; hours++) {
        desk.advance(HOUR_MS)
        await runOutbox(desk.service)
      }
      const expectCounts = (isSent: (kind: (typeof KINDS)[number]) => boolean) => {
        for (const kind of KINDS) {
          const isRepeated = sentBefore.has(kind) && !happened.has(`record ${kind}`)
          expect(countOf(kind), `${kind} after ${point}`).toBe(isRepeated ? 2 : isSent(kind) ? 1 : 0)
          if (isRepeated) twice++
        }
        expect(new Set(desk.mails.map(({ id }) => id)).size).toBeLessThanOrEqual(2)
        expect(desk.store.keysOf().filter((name) => name.startsWith(OUTBOX_PREFIX))).toEqual([])
      }
      expectCounts((kind) => happened.has('inquiry') && happened.has(`store ${kind}`))
      if (key === undefined) continue
      // The sender repeats the request.
      await submitTo(desk, key)
      await desk.settle()
      expectCounts(() => true)
      expect(await desk.inquiries()).toHaveLength(1)
    }
    expect(twice).toBeGreaterThan(0)
  })
})

const about = (): Posting => ({
  at: desk.service.clock.now().toISOString(),
  about: { claim: 'reg_x' },
  message: { kind: 'linked', to: 'ana@example.com', registration: 'reg_x', byStaff: false, language: 'en' },
})

describe('a first try', () => {
  useDesk()

  it('is not made again of an inquiry that comes again while it goes on', async () => {
    let works = 0
    desk.service.waitUntil = () => void works++
    desk.service.mailer = { send: () => new Promise(() => undefined) }
    const receipt = await submitTo(desk, 'k')
    expect(await submitTo(desk, 'k')).toEqual(receipt)
    expect(works).toBe(2)
  })

  it('is not made of a message that another stored, which a run sends', async () => {
    await postMessage(desk.service, about())
    await postAndSend(desk.service, about())
    await desk.settle()
    expect(desk.mails).toEqual([])
    expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 1, failing: [] })
    expect(await runOutbox(desk.service)).toEqual({ sent: 1, failed: 0, open: 0 })
  })

  it('is not made of a message about a claim that waits when agents are switched off', async () => {
    await postMessage(desk.service, about())
    desk.service.firm = { ...FIRM, notOffered: ['agents'] }
    expect(await runOutbox(desk.service)).toMatchObject({ sent: 0, failed: 0, open: 0 })
    expect([desk.mails, desk.store.keysOf(OUTBOX_PREFIX)]).toEqual([[], []])
  })

  it('leaves to the others what a message that cannot be read would keep from them', async () => {
    await postMessage(desk.service, about())
    const [key = ''] = desk.store.facts.keys()
    desk.store.facts.set(key.replace('reg_x', 'reg_unreadable'), '{}')
    expect(await runOutbox(desk.service)).toMatchObject({ sent: 1 })
  })
})
