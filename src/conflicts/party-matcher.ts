/** Finds parties among many whose texts are prepared, by the rules of `party-match.ts`. */
import { type FieldName, PERSON_FIELDS, type TextField } from '../inquiries/inquiry-fields.ts'
import { lookUpParty, matchParty, type PartyMatch } from './party-match.ts'
import { type PreparedText, prepareText } from './party-text.ts'

export type PartyText = PreparedText & { field: FieldName }

export interface PartyFound {
  searched: string
  field: FieldName
  text: string
  match: PartyMatch
}

export type PartyMatcher = (party: readonly PartyText[]) => PartyFound[]

/**
 * Prepares the texts of a party.
 * @param texts by field; others than `PERSON_FIELDS` are left out
 */
export const prepareParty = (texts: Readonly<Partial<Record<TextField, string>>>): PartyText[] =>
  PERSON_FIELDS.flatMap((field) => {
    const text = texts[field]
    return text ? [{ field, ...prepareText(text) }] : []
  })

const matcherBy =
  (compare: typeof lookUpParty) =>
  (searched: readonly string[]): PartyMatcher => {
    const prepared = [...new Set(searched)].map(prepareText)
    return (party) =>
      party.flatMap((one) =>
        prepared.flatMap((text) => {
          const match = compare(text, one)
          return match ? [{ searched: text.text, field: one.field, text: one.text, match }] : []
        }),
      )
  }

/**
 * Prepares a search through many parties for the other texts of a party.
 * @param searched names, e-mail addresses and telephone numbers
 */
export const partyMatcher = matcherBy(matchParty)

/** The same for what the staff look up, where a part is enough. */
export const lookUpMatcher = matcherBy(lookUpParty)
