/**
 * The parties that the firm knows: its clients, their opponents, and others, from its own list.
 */
import * as z from 'zod'
import { matchParty, type PartyMatch } from './party-match.ts'

/** What somebody is to the firm. */
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

const SEARCHED = ['name', 'email', 'telephone'] as const satisfies readonly (keyof KnownParty)[]

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
export const findKnownParties = (parties: readonly KnownParty[], searched: readonly string[]): KnownPartyHit[] =>
  parties.flatMap((party) =>
    SEARCHED.flatMap((field) => {
      const text = party[field]
      return text === undefined ? [] : searched.flatMap((one) => hitOf(one, party, text))
    }),
  )

function hitOf(searched: string, party: KnownParty, text: string): KnownPartyHit[] {
  const match = matchParty(searched, text)
  return match ? [{ party, searched, text, match }] : []
}
