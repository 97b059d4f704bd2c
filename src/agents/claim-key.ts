/**
 * Where claims are kept: everything about one registration lies below one prefix, so its state is one listing.
 */
export const CLAIMS = 'claims/'
export const claimsOf = (registration: string) => `${CLAIMS}${registration}/`
