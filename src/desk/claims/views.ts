/** Claims as HTML. The agent's name is marked as its own word, and the e-mail address as not verified. */
import { html } from 'hono/html'
import type { ClaimList, ClaimView } from '../../agents/claims/claim-list.ts'
import type { Decision } from '../../agents/registration.ts'
import * as claimText from '../../agents/claims/claim-text.ts'
import { PATHS } from '../../site.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields, alertBox, disclosure, timeElement, deskTable, tickField } from '../ui.ts'
import type { StaffNames } from '../../staff/staff-member.ts'

export const CLAIMS_ROUTE = '/claims'
export const FORGET_ROUTE = '/addresses'
export const [CLAIMS_PATH, FORGET_PATH] = [PATHS.desk + CLAIMS_ROUTE, PATHS.desk + FORGET_ROUTE] as const
export const claimPath = (registration: string) => `${CLAIMS_PATH}/${registration}`

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
      ? html`<p>${waiting.more === 0 ? claimText.NO_OPEN_CLAIMS : 'None of the newest is open.'}</p>`
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
  const revokedBy = revocation && (memberName(revocation.member, names) ?? claimText.ENDED_BY[revocation.by])
  return html`${error ? alertBox(error) : ''}
    <dl>
      <div><dt>State</dt><dd><strong>${claimText.CLAIM_STATES[claim.state]}</strong></dd></div>
      <div><dt>Who asks</dt><dd>${claimText.whoAsks(claim)}</dd></div>
      <div><dt>For</dt><dd>${claim.email}<br><span class="hint">${claimText.addressProof(claim)}</span></dd></div>
      <div><dt>Asked</dt><dd>${timeElement(claim.startedAt)}</dd></div>
      <div><dt>Until</dt><dd>${timeElement(claim.expiresAt)}</dd></div>
      <div><dt>It may</dt><dd>${claimText.PERMISSIONS[claim.state]}</dd></div>
      ${decision ? html`<div><dt>Decided</dt><dd>${decisionInWords(decision, names)}</dd></div>` : ''}
      ${revocation ? html`<div><dt>Revoked</dt><dd>by ${revokedBy} on ${timeElement(revocation.at)}</dd></div>` : ''}
      <div><dt>Registration</dt><dd><code>${claim.registration}</code></dd></div>
    </dl>
    ${readBack ? html`<p>${claimText.READ_BACK} <strong class="code">${readBack}</strong></p>` : ''}
    ${claim.state === 'waiting' ? decisionForm(claim, member) : ''}
    ${claim.state === 'confirmed' ? revokeForm(claim, member) : ''}
    <p class="on-screen"><a href="${CLAIMS_PATH}">All claims</a></p>`
}

const memberName = (member: string | undefined, names: StaffNames) => member && (names.get(member) ?? member)

const decisionInWords = ({ outcome, by, member, at, how }: Decision, names: StaffNames): Html =>
  html`${outcome} by ${memberName(member, names) ?? claimText.DECIDED_BY[by]} on ${timeElement(at)}${how ? html`<br>${how}` : ''}`

export const vouchingLine = (claim: ClaimView, names: StaffNames): Html =>
  html`<p class="small">
    The agent acts for ${linkTo(claim)}: ${claim.decision ? decisionInWords(claim.decision, names) : claimText.CLAIM_STATES[claim.state]}
  </p>`

function decisionForm({ registration, attempt }: ClaimView, member: SignedIn): Html {
  return html`<h2>Who is it?</h2>
    <p>${claimText.CALLER_UNKNOWN} Confirm only after one of the first group below. ${claimText.WHEN_IN_DOUBT}</p>
    <form method="post" action="${claimPath(registration)}" class="form" autocomplete="off">
      ${hiddenFields(member)}
      <input type="hidden" name="attempt" value="${attempt}">
      <fieldset>
        <legend>How I verified the person</legend>
        <p>${claimText.AT_LEAST_ONE}</p>
        ${verificationChoices(true)}
        <p>${claimText.NOT_ENOUGH}</p>
        ${verificationChoices(false)}
      </fieldset>
      <div class="actions">
        <button type="submit" name="decision" value="confirmed">Confirm: the agent acts for them</button>
        <button type="submit" name="decision" value="denied" class="quiet">Deny: they did not ask</button>
      </div>
    </form>`
}

const verificationChoices = (areEnough: boolean): Html =>
  html`${claimText
    .verificationMethods(areEnough)
    .map(([method, text]) => tickField({ name: 'verified', value: method, isTicked: false }, text))}`

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
