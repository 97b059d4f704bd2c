/**
 * Store keys of claims. Everything about one registration lies below one prefix, so one listing reads its state. Index keys
 * find claims by address or time without reading all of them, because a flood may create many.
 */
import type { Store } from '../ports.ts'
import { keyOf, prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { groupKeys } from '../store/key-lists.ts'

const CLAIMS_PREFIX = prefixOf(FACTS.decision)
export const claimPrefix = (registration: string) => `${CLAIMS_PREFIX}${registration}/`

/** Index of attempts by the keyed hash of the person's address. */
export const claimantPrefix = (person: string) => `${prefixOf(FACTS.claimant)}${person}/`
export const claimantKey = (person: string, startedAt: string, registration: string) =>
  keyOf(FACTS.claimant, { address: person, time: startedAt, registration })

/** Index of attempts that may still wait for a decision, by time. */
export const STARTED_PREFIX = prefixOf(FACTS.started)
export const startedKey = (startedAt: string, registration: string) =>
  keyOf(FACTS.started, { time: startedAt, registration })

/** Index of confirmed claims by time. */
export const CONFIRMED_PREFIX = prefixOf(FACTS.confirmed)
export const confirmedKey = (at: string, registration: string, person: string) =>
  keyOf(FACTS.confirmed, { time: at, registration, address: person })

/** Reads the registration from a key, at a position between slashes. */
export const registrationAt = (part: number) => (key: string) => key.split('/')[part] ?? ''

/** The keys of all claims, by claim. */
export const keysByClaim = (store: Pick<Store, 'list'>) => groupKeys(store.list(CLAIMS_PREFIX), registrationAt(1))
