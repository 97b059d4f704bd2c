/** Counts the store's calls that wait for the answers of others: they are the time where only calls take time. */

export interface Rounds {
  count(): number
  /** One call: it is answered when everything that does not wait for it has come to rest. */
  trip(): Promise<void>
}

export function countRounds(): Rounds {
  let rounds = 0
  let round: Promise<void> | undefined
  const nextRound = async () => {
    rounds += 1
    await rest()
    round = undefined
  }
  return { count: () => rounds, trip: () => (round ??= nextRound()) }
}

/** More turns of the event loop than any chain of streams takes. */
const TURNS_OF_REST = 20
/** Web Crypto works beside the event loop, so turns say nothing of its calls. */
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
