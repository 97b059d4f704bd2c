/**
 * The first try of a message, made by the process that stores the message. The fact that stores it claims the try as well,
 * so no other process makes it; and it is sent from memory, after the response.
 */
import type { Fact } from '../ports.ts'
import { messageFact, messageId, messageKey, type Posting, sentKey } from './outbox.ts'
import { isWanted, type MailPorts, makeTry, recordSent, uninterrupted } from './try.ts'

/** A message to store and then to send. */
export interface FirstTry {
  /** Stores the message and claims the try. */
  fact: Fact
  posting: Posting
  /** When the try began, milliseconds since 1970. */
  begunAt: number
  /** Whether a message with the same id may be stored again after this one was sent: its id was not drawn for it alone. */
  mayReturn: boolean
}

/** Prepares a message and its first try. Only what stores it together with another fact needs this; others use `postAndSend`. */
export async function firstTry(
  ports: Pick<MailPorts, 'keys' | 'clock'>,
  posting: Posting,
  mayReturn: boolean,
): Promise<FirstTry> {
  const now = ports.clock.now()
  return { fact: await messageFact(ports, posting, now.toISOString()), posting, begunAt: now.getTime(), mayReturn }
}

/**
 * Stores a message about something that is stored already, and sends it after the response.
 * @throws StoreUnavailable
 */
export async function postAndSend(ports: MailPorts, posting: Posting): Promise<void> {
  const first = await firstTry(ports, posting, true)
  if (await ports.store.create(first.fact.key, first.fact.value)) sendAfterResponse(ports, [first])
}

/**
 * Sends newly stored messages after the response.
 * @param tries of messages that this process stored: the claim of one that was there already belongs to another
 */
export function sendAfterResponse(ports: MailPorts, tries: readonly FirstTry[]): void {
  if (tries.length > 0)
    ports.waitUntil(
      nextTurn()
        .then(() => Promise.all(tries.map((first) => makeFirstTry(ports, first))))
        .then(() => undefined),
    )
}

/** The next turn of the event loop, so that the response is sent first. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Never rejects, as `uninterrupted`. */
function makeFirstTry(ports: MailPorts, { fact, posting, begunAt, mayReturn }: FirstTry) {
  const { store } = ports
  const id = messageId(fact)
  return uninterrupted(ports, async () => {
    const outcome = await makeTry(ports, { id, number: 1, begunAt }, async () => {
      const [sent, wanted] = await Promise.all([
        mayReturn ? store.read(sentKey(id)) : undefined,
        isWanted(ports, posting.message, id, posting.at),
      ])
      return sent === undefined && wanted ? posting.message : undefined
    })
    if (outcome === 'failed') return outcome
    const recorded = outcome === 'sent' ? recordSent(ports, id) : undefined
    // Of a message that may be stored again, anyone who finds it gone must find that it was sent. Otherwise both go at once:
    // on SQLite in one transaction.
    if (mayReturn) await recorded
    await Promise.all([recorded, store.remove(messageKey(id))])
    return outcome
  })
}
