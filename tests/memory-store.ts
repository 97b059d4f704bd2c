/**
 * A store in memory that counts calls, and on request the rounds of calls that wait for one another. It refuses facts that the
 * table of facts does not describe.
 */
import { StoreUnavailable, type Store } from '../src/ports.ts'
import { requireDescribed } from './described-fact.ts'

export interface CountingStore extends Store {
  facts: Map<string, string>
  /** Calls so far. */
  calls: { create: number; read: number; list: number; remove: number }
  /** Counts rounds from now on: a call is answered when everything that does not wait for it has come to rest. */
  countsRounds: boolean
  /** Rounds so far: how often calls were made that wait for the answers of others. */
  rounds(): number
  /** How long a call takes, milliseconds, so that those of several callers mix. */
  latencyMs: number
  /** While set, every call fails. */
  down: boolean
  /** While set, facts with this prefix can be neither created nor removed. */
  readOnly: string | undefined
}

/** Rejected by no one, so that the test run fails even where an endpoint answers 500 and the test does not look. */
const failRun = (error: Error) => void Promise.reject(error)

/** @param report hears of each fact that the table does not describe; without it the test run fails */
export function memoryStore(report: (error: Error) => void = failRun): CountingStore {
  const facts = new Map<string, string>()
  const calls = { create: 0, read: 0, list: 0, remove: 0 }
  let rounds = 0
  let round: Promise<void> | undefined
  const store: CountingStore = {
    facts,
    calls,
    countsRounds: false,
    rounds: () => rounds,
    latencyMs: 0,
    down: false,
    readOnly: undefined,
    async create(key, value) {
      try {
        requireDescribed(key, value)
      } catch (error) {
        report(error as Error)
        throw error
      }
      await trip('create', key)
      if (facts.has(key)) return false
      facts.set(key, JSON.stringify(value))
      return true
    },
    async read(key) {
      await trip('read')
      const text = facts.get(key)
      return text === undefined ? undefined : (JSON.parse(text) as unknown)
    },
    async *list(prefix, order) {
      await trip('list')
      const keys = [...facts.keys()].filter((key) => key.startsWith(prefix)).sort()
      const { before } = order ?? {}
      yield* order ? keys.reverse().filter((key) => before === undefined || key < before) : keys
    },
    async remove(key) {
      await trip('remove', key)
      facts.delete(key)
    },
  }
  async function trip(verb: keyof typeof calls, written?: string) {
    calls[verb] += 1
    if (store.countsRounds) await (round ??= nextRound())
    else
      await new Promise((resolve) =>
        store.latencyMs > 0 ? setTimeout(resolve, store.latencyMs) : setImmediate(resolve),
      )
    const isReadOnly = store.readOnly !== undefined && written?.startsWith(store.readOnly)
    if (store.down || isReadOnly) throw new StoreUnavailable('down for a test')
  }
  async function nextRound() {
    rounds += 1
    await rest()
    round = undefined
  }
  return store
}

/** Turns of the event loop without work elsewhere, after which nothing goes on by itself: more than any chain of streams takes. */
const TURNS_OF_REST = 20
/** Calls of Web Crypto under way. They work beside the event loop, so that its turns say nothing of them. */
let ciphering = 0

/** Waits until nothing goes on but what waits for the store. No time is measured, so a busy machine changes nothing. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < TURNS_OF_REST; turns = ciphering > 0 ? 0 : turns + 1)
    await new Promise((turned) => setImmediate(turned))
}

const methods = SubtleCrypto.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
for (const name of Object.getOwnPropertyNames(methods).filter((one) => one !== 'constructor')) {
  const original = methods[name]
  if (typeof original !== 'function') continue
  methods[name] = async function (...given) {
    ciphering += 1
    try {
      return await original.apply(this, given)
    } finally {
      ciphering -= 1
    }
  }
}
