/**
 * Store keys of claims. Everything about one registration lies below one prefix, so one listing reads its state. Index keys
 * find claims by address or time without reading all of them, because a flood may create many.
 */
export const CLAIMS_PREFIX = 'claims/'
export const claimPrefix = (registration: string) => `${CLAIMS_PREFIX}${registration}/`

/** Index of attempts by the keyed hash of the person's address. */
export const CLAIMANTS_PREFIX = 'claimants/'
export const claimantPrefix = (person: string) => `${CLAIMANTS_PREFIX}${person}/`
export const claimantKey = (person: string, startedAt: string, registration: string) =>
  `${claimantPrefix(person)}${startedAt}/${registration}`

/** Index of confirmed claims by time. */
export const CONFIRMED_PREFIX = 'confirmed/'
export const confirmedKey = (at: string, registration: string, person: string) =>
  `${CONFIRMED_PREFIX}${at}/${registration}/${person}`

/** How long all of this is kept. Longer than anything that is issued lives: an assertion 30 days, a claim token 10. */
export const CLAIM_DAYS = 45
