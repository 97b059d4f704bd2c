/**
 * Claims as HTML. Nothing that an agent says of itself is shown; the e-mail address is marked as the agent's word.
 */
import { html } from 'hono/html'
import type { ClaimList, ClaimView } from '../../agents/claims/claim-list.ts'
import {
  AGENT_MAY,
  CLAIM_STATES,
  DECIDED_BY,
  EMAIL_UNPROVEN,
  ENDED_BY,
  NOBODY_WAITS,
  READ_BACK,
  whoAsks,
} from '../../agents/claims/claim-text.ts'
import { AT_LEAST_ONE, CALLER_UNKNOWN, NOT_ENOUGH, waysThat, WHEN_IN_DOUBT } from '../../agents/claims/verification.ts'
import { PATHS } from '../../site.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields } from '../ui/form-fields.ts'
import { alertBox, guarded, shownTime } from '../ui/format.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import { deskTable } from '../ui/table.ts'

/** Where claims are, below `/desk`. */
export const CLAIMS = '/claims'
/** Address of the page. */
export const CLAIMS_PATH = PATHS.desk + CLAIMS
/** Address of the card of a claim. */
export const claimPath = (registration: string) => `${CLAIMS_PATH}/${registration}`

/**
 * The page of claims: what waits, and what was confirmed.
 * @param tried what somebody looked for and did not find
 */
export function claimsPage(
  waiting: ClaimList,
  confirmed: ClaimList,
  who: SignedIn,
  tried?: { code: string; error: string },
): Html {
  return html`<p>An AI agent asks to act for a person. That person calls and quotes a code, or you reach them.</p>
    <form method="post" action="${CLAIMS_PATH}" class="form">
      ${hiddenFields(who)}
      <div class="field">
        <label for="code">Code that the person quotes, or their e-mail address</label>
        <p class="hint" id="code-hint">A code is eight letters, like BCDF-GHJK, however they are written.</p>
        ${tried ? html`<p class="error" id="code-error" role="alert">${tried.error}</p>` : ''}
        <input id="code" name="code" type="text" required maxlength="254" autocomplete="off" autocapitalize="none" spellcheck="false" value="${tried?.code ?? ''}" aria-describedby="code-hint${tried ? ' code-error' : ''}"${tried ? html` aria-invalid="true" autofocus` : ''}>
      </div>
      <button type="submit">Find</button>
    </form>
    ${claimTables(waiting, confirmed, who)}`
}

/** The claims of one address, where there are several. */
export function claimsOfOne(email: string, claims: readonly ClaimView[], who: SignedIn): Html {
  const inState = (wanted: ClaimView['state']): ClaimList => ({
    claims: claims.filter(({ state }) => state === wanted),
    more: 0,
  })
  return html`<p>Claims that name ${email}:</p>
    ${claimTables(inState('waiting'), inState('confirmed'), who)}
    <p><a href="${CLAIMS_PATH}">All claims</a></p>`
}

function claimTables(waiting: ClaimList, confirmed: ClaimList, who: SignedIn): Html {
  return html`${
    waiting.claims.length === 0
      ? html`<p>${NOBODY_WAITS}</p>`
      : deskTable(
          'Waiting, longest first',
          [
            { name: 'E-mail, as the agent gave it', kind: 'long' },
            { name: 'Asked', kind: 'line' },
            { name: 'Until', kind: 'line' },
          ],
          waiting.claims.map((claim) => [linkTo(claim), shownTime(claim.startedAt), shownTime(claim.expiresAt)]),
        )
  }
    ${notShown(waiting)}
    ${
      confirmed.claims.length === 0
        ? ''
        : deskTable(
            'Confirmed: these agents act for somebody',
            [{ name: 'E-mail', kind: 'long' }, { name: 'Confirmed', kind: 'line' }, { name: 'To take it back' }],
            confirmed.claims
              .toReversed()
              .map((claim) => [
                linkTo(claim),
                shownTime(claim.decision?.at ?? claim.startedAt),
                revokeForm(claim, who),
              ]),
          )
    }
    ${notShown(confirmed)}`
}

const linkTo = ({ registration, email }: ClaimView): Html => html`<a href="${claimPath(registration)}">${email}</a>`

const notShown = ({ more }: ClaimList) =>
  more > 0
    ? html`<p>${more.toLocaleString('en-US')} older ones are not shown. Find one by its code or e-mail address.</p>`
    : ''

/** What there is to say beside the claim itself. */
interface Beside {
  error: string | undefined
  /** The code that an agent may ask the person for after confirming. */
  readBack: string | undefined
}

/**
 * One claim, with what can be done about it.
 * @param names of the staff, by id
 */
export function claimCard(claim: ClaimView, who: SignedIn, names: StaffNames, { error, readBack }: Beside): Html {
  const { decision, ending } = claim
  const nameOf = (member: string | undefined, otherwise: string) =>
    member === undefined ? otherwise : (names.get(member) ?? member)
  return html`${error ? alertBox(error) : ''}
    <dl>
      <div><dt>State</dt><dd><strong>${CLAIM_STATES[claim.state]}</strong></dd></div>
      <div><dt>Who asks</dt><dd>${whoAsks(claim)}</dd></div>
      <div><dt>For</dt><dd>${claim.email}<br><span class="hint">${EMAIL_UNPROVEN}</span></dd></div>
      <div><dt>Asked</dt><dd>${shownTime(claim.startedAt)}</dd></div>
      <div><dt>Until</dt><dd>${shownTime(claim.expiresAt)}</dd></div>
      <div><dt>It may</dt><dd>${AGENT_MAY[claim.state]}</dd></div>
      ${decision ? html`<div><dt>Decided</dt><dd>${decision.outcome} by ${nameOf(decision.member, DECIDED_BY[decision.by])} on ${shownTime(decision.at)}${decision.how ? html`<br>${decision.how}` : ''}</dd></div>` : ''}
      ${ending ? html`<div><dt>Revoked</dt><dd>by ${nameOf(ending.member, ENDED_BY[ending.by])} on ${shownTime(ending.at)}</dd></div>` : ''}
      <div><dt>Registration</dt><dd><code>${claim.registration}</code></dd></div>
    </dl>
    ${readBack ? html`<p>${READ_BACK} <strong class="code">${readBack}</strong></p>` : ''}
    ${claim.state === 'waiting' ? decisionForm(claim, who) : ''}
    ${claim.state === 'confirmed' ? revokeForm(claim, who) : ''}
    <p class="on-screen"><a href="${CLAIMS_PATH}">All claims</a></p>`
}

function decisionForm({ registration, attempt }: ClaimView, who: SignedIn): Html {
  return html`<h2>Who is it?</h2>
    <p>${CALLER_UNKNOWN} Confirm only after one of the first group below. ${WHEN_IN_DOUBT}</p>
    <form method="post" action="${claimPath(registration)}" class="form">
      ${hiddenFields(who)}
      <input type="hidden" name="attempt" value="${attempt}">
      <fieldset>
        <legend>How I made sure who the person is</legend>
        <p>${AT_LEAST_ONE}</p>
        ${ticks(true)}
        <p>${NOT_ENOUGH}</p>
        ${ticks(false)}
      </fieldset>
      <div class="actions">
        <button type="submit" name="decision" value="confirmed">Confirm: it acts for them</button>
        <button type="submit" name="decision" value="denied">Deny: they did not ask</button>
      </div>
    </form>`
}

const ticks = (areEnough: boolean): Html =>
  html`${waysThat(areEnough).map(
    ([way, text]) =>
      html`<p class="tick"><label><input type="checkbox" name="verified" value="${way}"> ${text}</label></p>`,
  )}`

function revokeForm({ registration, email }: ClaimView, who: SignedIn): Html {
  return guarded(
    html`Revoke<span class="visually-hidden"> what was confirmed for ${email}</span>`,
    html`<form method="post" action="${claimPath(registration)}/revoke">
      ${hiddenFields(who)}
      <p>All that the agent was given is dead at once.</p>
      <button type="submit">Revoke for good</button>
    </form>`,
  )
}
