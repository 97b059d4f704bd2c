/** The words of a claim: its state, who asks, what the agent may do, and how the staff verify a person. */
import type { ClaimView } from '../../agents/claims/claim-list.ts'
import type { Decision, Revocation } from '../../agents/claims/claim-record.ts'
import { quotedName } from '../../client-name.ts'

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
  `An AI assistant ${ASKED_BY[type]}. ${clientName === undefined ? 'Nothing else is known about it.' : `It calls itself ${quotedName(clientName)}, which no one has checked.`}`

export function addressProof({ decision }: Pick<ClaimView, 'decision'>): string {
  if (decision?.by === 'link') return 'Theirs: they used the link e-mailed to this address.'
  const isVerified = decision?.by === 'staff' && decision.outcome === 'confirmed'
  return `Given by the assistant. ${isVerified ? 'The staff verified the person.' : 'Not confirmed.'}`
}

const PERMISSION = "Send messages that we treat as sent with this person's permission. It can read nothing back."
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

export const ENDED_BY: Readonly<Record<Revocation['by'], string>> = {
  staff: 'the staff',
  agent: 'the assistant itself',
  person: 'the person, with the link in the mail',
}

/** The methods that a member ticks are stored with the decision. There is no free text, so nothing personal is stored. */
export const VERIFIED_BY = {
  'call-back': { text: 'I called back at a number that we knew before', isEnough: true },
  mail: { text: 'They answered from the e-mail address of this claim, which we had on file', isEnough: true },
  document: { text: 'They were here and showed an identity document', isEnough: true },
  voice: { text: 'I know their voice', isEnough: false },
  client: { text: 'They knew details of their matter that only they can know', isEnough: false },
} as const
export type VerifiedBy = keyof typeof VERIFIED_BY
