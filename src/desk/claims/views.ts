/** Claims as HTML. The agent's name is marked as its own word, and the e-mail address as not verified. */
import { html } from 'hono/html'
import type { ClaimList, ClaimView } from '../../agents/claims/claim-list.ts'
import type { Decision, RegistrationRevocation } from '../../agents/registration.ts'
import { quotedName } from '../../client-name.ts'
import { PATHS } from '../../site.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields, alertBox, disclosure, timeElement, deskTable, tickField } from '../ui.ts'
import type { StaffNames } from '../../staff/staff-member.ts'

export const CLAIMS_ROUTE = '/claims'
export const FORGET_ROUTE = '/addresses'
export const [CLAIMS_PATH, FORGET_PATH] = [PATHS.desk + CLAIMS_ROUTE, PATHS.desk + FORGET_ROUTE] as const
export const claimPath = (registration: string) => `${CLAIMS_PATH}/${registration}`

const CLAIM_STATES: Readonly<Record<ClaimView['state'], string>> = {
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
const whoAsks = ({ type, clientName }: Pick<ClaimView, 'type' | 'clientName'>): string =>
  `An AI agent ${ASKED_BY[type]}. ${clientName === undefined ? 'Nothing else is known about it.' : `It calls itself ${quotedName(clientName)}, which no one has checked.`}`

/** Says whether the person has proved that the address is theirs. */
function addressProof({ decision }: Pick<ClaimView, 'decision'>): string {
  if (decision?.by === 'link') return 'Theirs: they used the link e-mailed to this address.'
  const isVerified = decision?.by === 'staff' && decision.outcome === 'confirmed'
  return `Given by the agent. ${isVerified ? 'The staff verified the person.' : 'Not confirmed.'}`
}

const PERMISSION = "Send inquiries that count as this person's. It can read nothing back."
const PERMISSIONS: Readonly<Record<ClaimView['state'], string>> = {
  waiting: `Nothing yet. When confirmed: ${PERMISSION}`,
  confirmed: PERMISSION,
  denied: 'Nothing in the name of this person.',
  over: 'Nothing in the name of this person.',
  revoked: 'Nothing.',
}

const DECIDED_BY: Readonly<Record<Decision['by'], string>> = {
  staff: 'the staff',
  link: 'the person, with the link we e-mailed',
  page: 'the person, on the page with the code',
}

const ENDED_BY: Readonly<Record<RegistrationRevocation['by'], string>> = {
  staff: 'the staff',
  agent: 'the agent itself',
  person: 'the person, with the link in the mail',
}

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

export function claimsPage(
  waiting: ClaimList,
  confirmed: ClaimList,
  member: SignedIn,
  rejected?: { code: string; error: string },
): Html {
  return html`<p>An AI agent asks to act for a person. That person calls and quotes a code, or you call them.</p>
    <form method="post" action="${CLAIMS_PATH}" class="form">
      ${hiddenFields(member)}
      <div class="field">
        <label for="code">Code that the person quotes, or their e-mail address</label>
        <p class="hint" id="code-hint">A code is eight letters, like BCDF-GHJK. Capitals and the hyphen do not matter.</p>
        ${rejected ? html`<p class="error" id="code-error" role="alert">${rejected.error}</p>` : ''}
        <input
          id="code" name="code" type="text" required maxlength="254" value="${rejected?.code ?? ''}"
          autocomplete="off" autocapitalize="none" spellcheck="false"
          aria-describedby="code-hint${rejected ? ' code-error' : ''}"${rejected ? html` aria-invalid="true" autofocus` : ''}>
      </div>
      <button type="submit">Find</button>
    </form>
    ${member.owner ? html`<p><a href="${FORGET_PATH}">Forget an address</a>, if its owner wants nothing about it kept.</p>` : ''}
    ${claimTables(waiting, confirmed, member)}`
}

export function claimsOfAddress(email: string, claims: readonly ClaimView[], member: SignedIn): Html {
  const inState = (wanted: ClaimView['state']) => ({ claims: claims.filter(({ state }) => state === wanted), more: 0 })
  return html`<p>Claims that name ${email}:</p>
    ${claimTables(inState('waiting'), inState('confirmed'), member)}
    <p><a href="${CLAIMS_PATH}">All claims</a></p>`
}

function claimTables(waiting: ClaimList, confirmed: ClaimList, member: SignedIn): Html {
  return html`${
    waiting.claims.length === 0
      ? html`<p>${waiting.more === 0 ? 'There are no open claims.' : 'None of the newest is open.'}</p>`
      : deskTable(
          'Waiting, longest first',
          { 'E-mail, as the agent gave it': 'long', Asked: 'line', Until: 'line' },
          waiting.claims.map((claim) => [linkTo(claim), timeElement(claim.startedAt), timeElement(claim.expiresAt)]),
        )
  }
    ${olderOnes(waiting)}
    ${
      confirmed.claims.length === 0
        ? ''
        : deskTable(
            'Confirmed: these agents act for a person',
            { 'E-mail': 'long', Confirmed: 'line', Revoke: '' },
            confirmed.claims
              .toReversed()
              .map((claim) => [
                linkTo(claim),
                timeElement(claim.decision?.at ?? claim.startedAt),
                revokeForm(claim, member),
              ]),
          )
    }
    ${olderOnes(confirmed)}`
}

const linkTo = ({ registration, email }: ClaimView): Html => html`<a href="${claimPath(registration)}">${email}</a>`

const olderOnes = ({ more }: ClaimList) =>
  more === 0
    ? ''
    : html`<p>${more.toLocaleString('en-US')} older ones are not shown. Find one by its code or e-mail address.</p>`

/** The number of all claims, also those that the list does not show. */
export const claimCount = ({ claims, more }: ClaimList): string => (claims.length + more).toLocaleString('en-US')

/** @param more `error`: why a decision was refused. `readBack`: the code that an agent may ask the person for after the confirmation */
export function claimCard(
  claim: ClaimView,
  member: SignedIn,
  names: StaffNames,
  { error, readBack }: { error: string | undefined; readBack: string | undefined },
): Html {
  const { decision, revocation } = claim
  const revokedBy = revocation && (memberName(revocation.member, names) ?? ENDED_BY[revocation.by])
  return html`${error ? alertBox(error) : ''}
    <dl>
      <div><dt>State</dt><dd><strong>${CLAIM_STATES[claim.state]}</strong></dd></div>
      <div><dt>Who asks</dt><dd>${whoAsks(claim)}</dd></div>
      <div><dt>For</dt><dd>${claim.email}<br><span class="hint">${addressProof(claim)}</span></dd></div>
      <div><dt>Asked</dt><dd>${timeElement(claim.startedAt)}</dd></div>
      <div><dt>Until</dt><dd>${timeElement(claim.expiresAt)}</dd></div>
      <div><dt>It may</dt><dd>${PERMISSIONS[claim.state]}</dd></div>
      ${decision ? html`<div><dt>Decided</dt><dd>${decisionInWords(decision, names)}</dd></div>` : ''}
      ${revocation ? html`<div><dt>Revoked</dt><dd>by ${revokedBy} on ${timeElement(revocation.at)}</dd></div>` : ''}
      <div><dt>Registration</dt><dd><code>${claim.registration}</code></dd></div>
    </dl>
    ${readBack ? html`<p>If the agent asks the person for a code, it is <strong class="code">${readBack}</strong></p>` : ''}
    ${claim.state === 'waiting' ? decisionForm(claim, member) : ''}
    ${claim.state === 'confirmed' ? revokeForm(claim, member) : ''}
    <p class="on-screen"><a href="${CLAIMS_PATH}">All claims</a></p>`
}

const memberName = (member: string | undefined, names: StaffNames) => member && (names.get(member) ?? member)

const decisionInWords = ({ outcome, by, member, at, how }: Decision, names: StaffNames): Html =>
  html`${outcome} by ${memberName(member, names) ?? DECIDED_BY[by]} on ${timeElement(at)}${how ? html`<br>${how}` : ''}`

export const vouchingLine = (claim: ClaimView, names: StaffNames): Html =>
  html`<p class="small">
    The agent acts for ${linkTo(claim)}: ${claim.decision ? decisionInWords(claim.decision, names) : CLAIM_STATES[claim.state]}
  </p>`

function decisionForm({ registration, attempt }: ClaimView, member: SignedIn): Html {
  return html`<h2>Who is it?</h2>
    <p>A caller who quotes a code may be someone else. Confirm only after one of the first group below. When in doubt, do nothing: the claim ends by itself.</p>
    <form method="post" action="${claimPath(registration)}" class="form" autocomplete="off">
      ${hiddenFields(member)}
      <input type="hidden" name="attempt" value="${attempt}">
      <fieldset>
        <legend>How I verified the person</legend>
        <p>To confirm, at least one of these:</p>
        ${verificationChoices(true)}
        <p>These help, but are not enough alone, because voices can be imitated and details can leak:</p>
        ${verificationChoices(false)}
      </fieldset>
      <div class="actions">
        <button type="submit" name="decision" value="confirmed">Confirm: the agent acts for them</button>
        <button type="submit" name="decision" value="denied" class="quiet">Deny: they did not ask</button>
      </div>
    </form>`
}

const verificationChoices = (areEnough: boolean): Html =>
  html`${Object.entries(VERIFIED_BY)
    .filter(([, { isEnough }]) => isEnough === areEnough)
    .map(([method, { text }]) => tickField({ name: 'verified', value: method, isTicked: false }, text))}`

function revokeForm({ registration, email }: ClaimView, member: SignedIn): Html {
  return disclosure(
    html`Revoke<span class="visually-hidden"> what was confirmed for ${email}</span>`,
    html`<form method="post" action="${claimPath(registration)}/revoke">
      ${hiddenFields(member)}
      <p>The agent's access ends at once.</p>
      <button type="submit" class="danger">Revoke for good</button>
    </form>`,
  )
}
