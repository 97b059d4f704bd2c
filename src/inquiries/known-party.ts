/**
 * The parties that the firm knows: its clients, their opponents, and others, from its own list.
 */
import * as z from 'zod'
import { matchParty, type PartyMatch } from './party-match.ts'

/** What a party is to the firm. */
export const ROLES = ['client', 'opponent', 'other'] as const

export const KnownParty = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string().optional(),
  telephone: z.string().optional(),
  /** What it is about, in the words of the firm. Not searched. */
  matter: z.string().optional(),
})
export type KnownParty = z.infer<typeof KnownParty>

/** Where a text can be found. Fewer comparisons: a list has thousands of entries, and each inquiry up to four texts. */
function fieldsFor(searched: string): ('name' | 'email' | 'telephone')[] {
  if (searched.includes('@')) return ['email']
  return /\p{L}/u.test(searched) ? ['name'] : ['telephone', 'name']
}

export interface KnownPartyHit {
  party: KnownParty
  /** Which of the searched texts. */
  searched: string
  /** What the list says. */
  text: string
  match: PartyMatch
}

/**
 * Finds parties by name, e-mail address and telephone number.
 * @param searched names, e-mail addresses and telephone numbers
 * @returns in the order of the list
 */
export function findKnownParties(parties: readonly KnownParty[], searched: readonly string[]): KnownPartyHit[] {
  const places = searched.flatMap((one) => fieldsFor(one).map((field) => [one, field] as const))
  return parties.flatMap((party) =>
    places.flatMap(([one, field]) => {
      const text = party[field]
      const match = text === undefined ? undefined : matchParty(one, text)
      return text && match ? [{ party, searched: one, text, match }] : []
    }),
  )
}
