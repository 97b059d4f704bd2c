/**
 * Where claims are kept: everything about one registration lies below one prefix, so its state is one listing. Beside it
 * stand keys by which a claim is found without looking at the others, of which a flood may bring many.
 */
export const CLAIMS_PREFIX = 'claims/'
export const claimPrefix = (registration: string) => `${CLAIMS_PREFIX}${registration}/`

/** Below this prefix there is a key per attempt, by the keyed hash of the address that it names. */
export const CLAIMANTS_PREFIX = 'claimants/'
export const claimantPrefix = (person: string) => `${CLAIMANTS_PREFIX}${person}/`
export const claimantKey = (person: string, startedAt: string, registration: string) =>
  `${claimantPrefix(person)}${startedAt}/${registration}`

/** Below this prefix there is a key per claim that was confirmed, by time. */
export const CONFIRMED_PREFIX = 'confirmed/'
export const confirmedKey = (at: string, registration: string, person: string) =>
  `${CONFIRMED_PREFIX}${at}/${registration}/${person}`
