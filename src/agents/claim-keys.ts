/**
 * Where claims are kept: everything about one registration lies below one prefix, so its state is one listing. Beside it
 * stand keys by which a claim is found without looking at the others, of which a flood may bring many.
 */
export const CLAIMS = 'claims/'
export const claimsOf = (registration: string) => `${CLAIMS}${registration}/`

/** Below this prefix there is a key per attempt, by the keyed hash of the address that it names. */
export const CLAIMANTS = 'claimants/'
export const claimantsOf = (person: string) => `${CLAIMANTS}${person}/`
export const claimantKey = (person: string, startedAt: string, registration: string) =>
  `${claimantsOf(person)}${startedAt}/${registration}`

/** Below this prefix there is a key per claim that was confirmed, by time. */
export const CONFIRMED = 'confirmed/'
export const confirmedKey = (at: string, registration: string, person: string) =>
  `${CONFIRMED}${at}/${registration}/${person}`

/** How long all of this is kept. Longer than anything that is issued lives: an assertion 30 days, a claim token 10. */
export const CLAIM_DAYS = 45
