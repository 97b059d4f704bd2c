/**
 * How the staff make sure who a person is before they confirm a claim.
 */

/**
 * The methods, and whether one is enough by itself: voices are imitated, and what only one person can know gets around. What is
 * ticked at the desk is kept with the decision: no free text, so nothing personal.
 */
export const VERIFIED_BY = {
  'call-back': { text: 'I called back at a number that we knew before', isEnough: true },
  mail: { text: 'They answered from the e-mail address of this claim, which we had on file', isEnough: true },
  document: { text: 'They were here and showed an identity document', isEnough: true },
  voice: { text: 'I know their voice', isEnough: false },
  client: { text: 'They knew details of their matter that only they can know', isEnough: false },
} as const
export type VerifiedBy = keyof typeof VERIFIED_BY

/** The methods that are enough, or those that are not. */
export const verificationMethods = (areEnough: boolean): [method: VerifiedBy, text: string][] =>
  Object.entries(VERIFIED_BY)
    .filter(([, { isEnough }]) => isEnough === areEnough)
    .map(([method, { text }]) => [method as VerifiedBy, text])

export const CALLER_UNKNOWN = 'A caller who quotes a code may be someone else.'
export const AT_LEAST_ONE = 'To confirm, at least one of these:'
export const NOT_ENOUGH = 'These help, but are not enough alone, because voices can be imitated and details can leak:'
export const WHEN_IN_DOUBT = 'When in doubt, do nothing: the claim ends by itself.'
