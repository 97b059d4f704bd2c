import { DAY_MS } from '../../duration.ts'
import type { Store, Version } from '../../ports.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { mapInBatches } from '../../store/batches.ts'
import { listKeys, prefixOf, UNREADABLE } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import * as record from './claim-record.ts'
import { findByCode } from './user-code.ts'
import { openParties, parsePerson } from '../person.ts'

export const KEPT_DAYS = {
  decided: RECORDS.claim.removedAfterMs / DAY_MS,
  undecided: RECORDS.waiting.removedAfterMs / DAY_MS,
} as const
const MAX_OPENED = 100
/** Both limits apply to waiting and to confirmed claims separately, so that a flood of waiting claims cannot hide the confirmed ones. */
const MAX_OPENED_PER_ADDRESS = 20

/** A claim and its newest attempt; `attempt` may be the id of an earlier one. Of a damaged claim only the registration is known. */
export interface ClaimView
  extends Pick<record.Attempt, 'type' | 'startedAt' | 'expiresAt'>, Pick<record.Claim, 'decision' | 'revocation'> {
  registration: string
  attempt: string
  email: string
  clientName: string | undefined
  state: record.ClaimState
}

export interface ClaimList {
  /** Oldest first. */
  claims: ClaimView[]
  /** The number of older claims, which were not opened. */
  more: number
}

interface ListedClaim {
  registration: string
  claim: record.Claim
}

const CLAIM_CACHES = new WeakMap<Store, ReadonlyMap<string, ListedClaim & { version: Version }>>()

/** A claim that was read before is read again only if its version has changed. @returns claims, the oldest attempt first */
export async function readClaims(ports: AgentPorts): Promise<ListedClaim[]> {
  const { store } = ports
  const known = CLAIM_CACHES.get(store)
  const prefix = prefixOf(RECORDS.claim)
  const claims = await mapInBatches(await store.list(prefix), async ({ key, version }) => {
    const registration = key.slice(prefix.length)
    const earlier = known?.get(registration)
    return earlier?.version === version
      ? earlier
      : { registration, ...(await record.readClaim(ports, registration)), version }
  })
  CLAIM_CACHES.set(store, new Map(claims.map((one) => [one.registration, one])))
  const startOf = ({ claim }: ListedClaim) => claim.attempt?.startedAt ?? ''
  return claims.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
}

/** @param text the code of an attempt, or the id of a registration */
export async function findClaim(ports: AgentPorts, text: string): Promise<ClaimView | undefined> {
  if (text.startsWith('reg_')) return readView(ports, text)
  const found = await findByCode(ports, text)
  if (!found) return undefined
  const view = await readView(ports, found.sub)
  // The code of a replaced attempt must not confirm the later attempt.
  return view && view.attempt !== found.attempt && !view.decision
    ? { ...view, attempt: found.attempt, state: 'over' }
    : view
}

export async function findClaimsByEmail(ports: AgentPorts, email: string) {
  const person = await parsePerson(ports, email).catch(() => undefined)
  const theirs = person ? (await readClaims(ports)).filter(({ claim }) => claim.attempt?.person === person.mac) : []
  return viewByState(ports, theirs, MAX_OPENED_PER_ADDRESS)
}

export const listClaims = async (ports: AgentPorts) => viewByState(ports, await readClaims(ports), MAX_OPENED)

/** Leaves out claims that are over, denied or revoked. Lists a damaged claim with the confirmed ones, so that the staff see it. */
async function viewByState(ports: AgentPorts, listed: readonly ListedClaim[], maxOpened: number) {
  const now = ports.clock.now()
  const listOf = async (state: record.ClaimState): Promise<ClaimList> => {
    const all = listed.filter(
      ({ claim }) => (claim === record.DAMAGED_CLAIM ? 'confirmed' : record.claimState(claim, now)) === state,
    )
    const opened = all.slice(-maxOpened)
    const views = await mapInBatches(opened, (one) => viewOf(ports, one))
    return { claims: views.filter((view) => view !== undefined), more: all.length - opened.length }
  }
  const [waiting, confirmed] = await Promise.all([listOf('waiting'), listOf('confirmed')])
  return { waiting, confirmed }
}

/** Opens the newest claims only. The older ones are counted by their `waiting` keys, so the result is nearly exact. */
export async function countWaitingClaims(ports: AgentPorts, maxOpened: number): Promise<number> {
  const prefix = prefixOf(RECORDS.waiting)
  const now = ports.clock.now()
  const since = new Date(now.getTime() - record.CLAIM_WINDOW_MS).toISOString()
  const keys = (await listKeys(ports.store, prefix)).filter((key) => key > prefix + since)
  const opened = await mapInBatches(keys.slice(-maxOpened), (key) => record.readClaim(ports, key.split('/')[2] ?? ''))
  return keys.length - opened.filter(({ claim }) => record.claimState(claim, now) !== 'waiting').length
}

const readView = async (ports: AgentPorts, registration: string) =>
  viewOf(ports, { registration, ...(await record.readClaim(ports, registration)) })

/** @returns undefined when there was no claim, or the address of the person was forgotten */
async function viewOf(ports: AgentPorts, { registration, claim }: ListedClaim): Promise<ClaimView | undefined> {
  const { attempt, decision, revocation } = claim
  const state = record.claimState(claim, ports.clock.now())
  if (claim === record.DAMAGED_CLAIM) {
    const unknown = { attempt: '', startedAt: '', expiresAt: '', clientName: undefined }
    return { registration, type: 'anonymous', email: UNREADABLE, state, decision, revocation, ...unknown }
  }
  if (!attempt) return undefined
  const { type, startedAt, expiresAt } = attempt
  const parties = await openParties(ports, attempt)
  return {
    ...{ registration, attempt: attempt.id, type, startedAt, expiresAt, state, decision, revocation },
    email: parties?.email ?? 'not readable: its sealing key was dropped',
    clientName: parties?.clientName,
  }
}
