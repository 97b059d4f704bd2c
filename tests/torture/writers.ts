/** Programs that send inquiries without a pause, and repeat each with its `Idempotency-Key` until it is acknowledged. */
import { randomInt } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawLetters, KEY_ALPHABET } from '../../src/alphabet.ts'
import { API_ROOT } from '../../src/site.ts'
import { jsonRequest } from '../test-desk.ts'

const WRITERS = 8
/** Before an inquiry is sent again, milliseconds. */
const PAUSE_MS = 5
const MAX_MESSAGE = 5000

export interface Inquiry {
  /** No other inquiry has it. */
  name: string
  email: string
  message: string
}

export interface Acknowledged {
  inquiry: Inquiry
  reference: string
}

/** @param base of a server that may come and go @param most inquiries in all */
export function startWriters(base: string, most = Infinity) {
  const acknowledged = new Map<string, Acknowledged>()
  const faults: string[] = []
  const events = new EventEmitter()
  let [begun, refused, isOver] = [0, 0, false]

  async function send(inquiry: Inquiry): Promise<string | undefined> {
    const request = jsonRequest(inquiry, { 'Idempotency-Key': inquiry.name })
    try {
      const response = await fetch(`${base}${API_ROOT}/inquiries`, request)
      const { reference } = (await response.json()) as { reference?: string }
      if (response.status === 202) return reference
      const mayTryAgain = response.status === 503 && response.headers.has('retry-after')
      if (mayTryAgain) refused += 1
      else faults.push(`An inquiry was answered with ${response.status}.`)
      events.emit('answer')
    } catch {
      // The server is not there, or it ended before its answer.
    }
    await sleep(PAUSE_MS)
    return undefined
  }

  async function write(writer: number): Promise<void> {
    while (!isOver && begun < most) {
      begun += 1
      const name = `w${writer}-${begun}-${drawLetters(KEY_ALPHABET, 6)}`
      const message = drawLetters(KEY_ALPHABET, 1 + randomInt(MAX_MESSAGE))
      const inquiry = { name, email: `${name}@example.com`, message }
      let reference: string | undefined
      while (reference === undefined) reference = await send(inquiry)
      acknowledged.set(name, { inquiry, reference })
      events.emit('answer')
    }
  }

  const all = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  const until = async (isReached: () => boolean) => {
    while (!isReached()) await once(events, 'answer')
  }
  return {
    acknowledged: acknowledged as ReadonlyMap<string, Acknowledged>,
    /** Answers with 503 so far. Each says when to try again, or is a fault. */
    refused: () => refused,
    /** Answers that are neither 202 nor such a 503. */
    faults: faults as readonly string[],
    reach: (count: number) => until(() => acknowledged.size >= count),
    reachRefused: (count: number) => until(() => refused >= count),
    /** Begins no further inquiries, and waits for those that were begun. */
    async finish() {
      isOver = true
      await all
    },
  }
}
