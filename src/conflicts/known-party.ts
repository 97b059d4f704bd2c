/** The parties that the firm knows: its clients, their opponents, and others, from its own list. */
import * as z from 'zod'
import { inTurns } from '../store/batches.ts'
import { type PartyMatcher, type PartyText, prepareParty } from './party-matcher.ts'

export const ROLES = ['client', 'former client', 'prospective client', 'opponent', 'related', 'other'] as const

export const KnownParty = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string().optional(),
  telephone: z.string().optional(),
  /** What it is about, in the words of the firm. Not searched. */
  matter: z.string().optional(),
})
export type KnownParty = z.infer<typeof KnownParty>

export const prepareKnownParty = ({ name, email, telephone: phone }: KnownParty): PartyText[] =>
  prepareParty({ name, email, phone })

/** Finds parties by name, e-mail address and telephone number, in the order of the list. */
export const findKnownParties = (parties: readonly KnownParty[], match: PartyMatcher) =>
  inTurns(parties, (party) => match(prepareKnownParty(party)).map((found) => ({ party, ...found })))
