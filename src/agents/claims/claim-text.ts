/** The words for claims at the desk. */
import { officeTime } from '../../dates.ts'
import { DAY_MS } from '../../duration.ts'
import { FACTS } from '../../store/facts.ts'
import { quotedName } from '../../client-name.ts'
import type { Decision, RegistrationRevocation } from '../registration.ts'
import type { ClaimView } from './claim-list.ts'

export const CLAIM_STATES: Readonly<Record<ClaimView['state'], string>> = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  denied: 'Denied',
  over: 'Over: the time is up, or a wrong code was entered too often',
  revoked: 'Revoked',
}

const ASKED_BY: Readonly<Record<ClaimView['type'], string>> = {
  anonymous: 'that registered without a person, and named this address later',
  service_auth: 'that named this address when it registered',
  identity_assertion: 'whose provider vouches for this address',
}
export const whoAsks = ({ type, clientName }: Pick<ClaimView, 'type' | 'clientName'>): string =>
  `An AI agent ${ASKED_BY[type]}. ${clientName === undefined ? 'Nothing else is known about it.' : `It calls itself ${quotedName(clientName)}, which no one has checked.`}`

/** Says whether the person has proved that the address is theirs. */
export function addressProof({ decision }: Pick<ClaimView, 'decision'>): string {
  if (decision?.by === 'link') return 'Theirs: they used the link e-mailed to this address.'
  const isVerified = decision?.by === 'staff' && decision.outcome === 'confirmed'
  return `Given by the agent. ${isVerified ? 'The staff verified the person.' : 'Not confirmed.'}`
}

const PERMISSION = "Send inquiries that count as this person's. It can read nothing back."
export const PERMISSIONS: Readonly<Record<ClaimView['state'], string>> = {
  waiting: `Nothing yet. When confirmed: ${PERMISSION}`,
  confirmed: PERMISSION,
  denied: 'Nothing in the name of this person.',
  over: 'Nothing in the name of this person.',
  revoked: 'Nothing.',
}

export const DECIDED_BY: Readonly<Record<Decision['by'], string>> = {
  staff: 'the staff',
  link: 'the person, with the link we e-mailed',
  page: 'the person, on the page with the code',
}

export const ENDED_BY: Readonly<Record<RegistrationRevocation['by'], string>> = {
  staff: 'the staff',
  agent: 'the agent itself',
  person: 'the person, with the link in the mail',
}

/** Shown before the code that the person gives the agent after the staff have confirmed. */
export const READ_BACK = 'If the agent asks the person for a code, it is'

export const NO_OPEN_CLAIMS = 'There are no open claims.'

const KEPT = `Claims are kept for ${FACTS.decision.removedAfterMs / DAY_MS} days, those without a decision for ${FACTS.started.removedAfterMs / DAY_MS}.`
export const NO_CLAIM = `There is no such claim. ${KEPT}`
export const NO_CLAIM_WITH_CODE =
  'There is no claim with this code. Ask the person to read it out again: eight letters, like BCDF-GHJK.'
export const NO_CLAIM_WITH_EMAIL = `No claim for this e-mail address is waiting or confirmed. ${KEPT}`
export const CLAIM_OVER =
  'This claim is over: its time is up, the code was replaced by a later one, or a wrong code was entered too often. The agent must ask again.'
export const alreadyDecided = ({ outcome, at }: Pick<Decision, 'outcome' | 'at'>): string =>
  `This claim was already ${outcome}, on ${officeTime(at)}. Nothing was changed.`

/**
 * How the staff verify a person before they confirm a claim, and whether a method is enough alone. The methods that a member ticks are
 * stored with the decision. There is no free text, so nothing personal is stored.
 */
export const VERIFIED_BY = {
  'call-back': { text: 'I called back at a number that we knew before', isEnough: true },
  mail: { text: 'They answered from the e-mail address of this claim, which we had on file', isEnough: true },
  document: { text: 'They were here and showed an identity document', isEnough: true },
  voice: { text: 'I know their voice', isEnough: false },
  client: { text: 'They knew details of their matter that only they can know', isEnough: false },
} as const
export type VerifiedBy = keyof typeof VERIFIED_BY

export const verificationMethods = (areEnough: boolean): [method: VerifiedBy, text: string][] =>
  Object.entries(VERIFIED_BY)
    .filter(([, { isEnough }]) => isEnough === areEnough)
    .map(([method, { text }]) => [method as VerifiedBy, text])

export const CALLER_UNKNOWN = 'A caller who quotes a code may be someone else.'
export const AT_LEAST_ONE = 'To confirm, at least one of these:'
export const NOT_ENOUGH = 'These help, but are not enough alone, because voices can be imitated and details can leak:'
export const WHEN_IN_DOUBT = 'When in doubt, do nothing: the claim ends by itself.'
