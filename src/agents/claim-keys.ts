/**
 * Store keys of claims. Everything about one registration lies below one prefix, so one listing reads its state. Index keys
 * find claims by address or time without reading all of them, because a flood may create many.
 */
import { keyOf, prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

export const CLAIMS_PREFIX = prefixOf(FACTS.decision)
export const claimPrefix = (registration: string) => `${CLAIMS_PREFIX}${registration}/`

/** Index of attempts by the keyed hash of the person's address. */
export const claimantPrefix = (person: string) => `${prefixOf(FACTS.claimant)}${person}/`
export const claimantKey = (person: string, startedAt: string, registration: string) =>
  keyOf(FACTS.claimant, { address: person, time: startedAt, registration })

/** Index of confirmed claims by time. */
export const CONFIRMED_PREFIX = prefixOf(FACTS.confirmed)
export const confirmedKey = (at: string, registration: string, person: string) =>
  keyOf(FACTS.confirmed, { time: at, registration, address: person })
