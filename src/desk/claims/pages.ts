/** Claims at the desk: agents ask to act for a person. The staff verify the person and confirm the claim, or they deny or revoke it. */
import { html } from 'hono/html'
import * as lists from '../../agents/claims/claim-list.ts'
import { decide } from '../../agents/claims/confirmation.ts'
import { readBackCode } from '../../agents/claims/delivery.ts'
import { type Decision, revokeRegistration } from '../../agents/claims/claim-record.ts'
import { Problem } from '../../problem.ts'
import { consumeRateLimit } from '../../service/rate-limit.ts'
import { notifyAgentLinked } from '../../service/notify-agent-linked.ts'
import { PATHS } from '../../site.ts'
import { NONE_FOUND } from '../../staff/audit.ts'
import { nameOf, staffNames, type StaffNames } from '../../staff/staff-member.ts'
import { quotedName } from '../../client-name.ts'
import { type DeskAnswer, type DeskContext, type DeskPage, type Html, redirectSaying, type SignedIn } from '../page.ts'
import * as ui from '../ui.ts'
import words from '../words.json' with { type: 'json' }

export const CLAIMS_PATH = `${PATHS.desk}/claims`
export const FORGET_PATH = `${PATHS.desk}/addresses`
export const claimPath = (registration: string) => `${CLAIMS_PATH}/${registration}`

export const showClaim: DeskPage = async (context) => claimCard(context, await requireClaim(context))

const KEPT_SENTENCE = `Claims are kept for ${lists.KEPT_DAYS.decided} days, those without a decision for ${lists.KEPT_DAYS.undecided}.`

export async function claimsOverview({ service, member }: DeskContext, rejected?: { code: string; error: string }) {
  const { waiting, confirmed } = await lists.listClaims(service)
  const field = ui.lineField('code', 'Code that the person quotes, or their e-mail address', rejected?.code ?? '', {
    hint: 'A code is eight letters, like BCDF-GHJK. Capitals and the hyphen do not matter.',
    error: rejected?.error,
    attributes: html` type="text" required maxlength="254" autocomplete="off" autocapitalize="none" spellcheck="false"`,
  })
  const find = html`${field}
    <button type="submit">Find</button>`
  return {
    title: 'Claims',
    content: html`<p>An AI assistant asks to write to us for a person. That person calls and gives a code, or you call them.</p>
      ${ui.deskForm(member, { action: CLAIMS_PATH, className: 'form' }, find)}
      ${member.owner ? html`<p><a href="${FORGET_PATH}">Forget an address</a>, if its owner wants nothing about it kept.</p>` : ''}
      ${claimTables(waiting, confirmed, member)}`,
    status: rejected ? 422 : 200,
  }
}

/** Finds a claim by its code or by an e-mail address. The form sends the text in its body, because proxies log URLs. */
export async function findByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const code = form.get('code') ?? ''
  await consumeRateLimit('desk-code', { address: member.id }, service)
  if (code.includes('@')) return findByEmail(context, code.trim())
  const claim = await lists.findClaim(service, code.trim())
  await recordSearch(context, claim ? [claim] : [])
  const error = 'There is no claim with this code. Ask the person to read it out again: eight letters, like BCDF-GHJK.'
  if (!claim) return claimsOverview(context, { code, error })
  // The code of a replaced attempt finds a claim that is over, and must not lead to the later attempt.
  if (claim.state === 'over') return claimsOverview(context, { code, error: words.claims.isOver })
  return { redirect: claimPath(claim.registration) }
}

async function findByEmail(context: DeskContext, email: string): Promise<DeskAnswer> {
  const { waiting, confirmed } = await lists.findClaimsByEmail(context.service, email)
  const claims = [...waiting.claims, ...confirmed.claims]
  await recordSearch(context, claims)
  const [claim] = claims
  const error = `No claim for this e-mail address is waiting or confirmed. ${KEPT_SENTENCE}`
  if (!claim) return claimsOverview(context, { code: email, error })
  if (claims.length === 1) return { redirect: claimPath(claim.registration) }
  return {
    title: 'Claims of one address',
    content: html`<p>Claims that name ${email}:</p>
      ${claimTables(waiting, confirmed, context.member)}
      <p><a href="${CLAIMS_PATH}">All claims</a></p>`,
  }
}

/** The methods that a member ticks are stored with the decision. There is no free text, so nothing personal is stored. */
const VERIFIED_BY = words.claims.verifiedBy

export async function decideClaim(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const claim = await requireClaim(context)
  const { registration } = claim
  const outcome = form.get('decision')
  if (outcome !== 'confirmed' && outcome !== 'denied')
    throw new Problem('invalid-request', { detail: 'Choose Confirm or Deny.' })
  const ticked = form.getAll('verified')
  const methods = Object.entries(VERIFIED_BY).flatMap(([name, method]) => (ticked.includes(name) ? [method] : []))
  if (outcome === 'confirmed' && !methods.some(({ isEnough }) => isEnough))
    return claimCard(context, claim, words.claims.notVerified)
  await context.audit(`claim.${outcome}`, registration)
  // The form names the attempt that the page showed. The staff have not checked a later attempt.
  const claimRef = { sub: registration, attempt: form.get('attempt') ?? '' }
  const decided = await decide(service, claimRef, {
    outcome,
    by: 'staff',
    how: methods.map(({ text }) => text).join('; '),
    member: member.id,
  })
  // After a confirmation, the person gets a mail. After a denial, this sends nothing.
  if (decided) await notifyAgentLinked(service, registration, decided)
  const decision = decided?.decision
  if (decision?.outcome === outcome) return redirectSaying(outcome, claimPath(registration))
  const already =
    decision && html`This claim was already ${decision.outcome} (${ui.timeElement(decision.at)}). Nothing was changed.`
  return claimCard(context, await requireClaim(context), already ?? words.claims.isOver)
}

export async function revokeClaim(context: DeskContext): Promise<DeskAnswer> {
  const { service, member } = context
  const { registration } = await requireClaim(context)
  await context.audit('registration.revoked', registration)
  await revokeRegistration(service, registration, 'staff', member.id)
  return redirectSaying('access-revoked', claimPath(registration))
}

async function claimCard({ service, member, audit }: DeskContext, claim: lists.ClaimView, error?: string | Html) {
  const { decision, revocation, registration, state } = claim
  await audit('claim.opened', registration)
  // Shown only if the staff confirmed. If the person confirmed with the link in the mail, the page of that link showed the code.
  const isByStaff = state === 'confirmed' && decision?.by === 'staff'
  const readBack = isByStaff ? await readBackCode(service, registration) : undefined
  const names = await staffNames(service)
  const revokedBy = revocation && nameOr(words.claims.endedBy[revocation.by], revocation, names)
  const facts = ui.factList([
    ['State', html`<strong>${words.claims.states[state]}</strong>`],
    ['Who asks', whoAsks(claim)],
    ['For', html`${claim.email}<br><span class="hint">${addressProof(claim)}</span>`],
    ['Asked', ui.timeElement(claim.startedAt)],
    ['Until', ui.timeElement(claim.expiresAt)],
    ['It may', words.claims.permissions[state]],
    ['Decided', decision && decisionInWords(decision, names)],
    ['Revoked', revocation && html`by ${revokedBy}, ${ui.timeElement(revocation.at)}`],
    ['Registration', html`<code>${registration}</code>`],
  ])
  return {
    title: 'A claim',
    status: error ? 422 : 200,
    content: html`${error ? ui.alertBox(error) : ''}
      ${facts}
      ${readBack ? html`<p>If the assistant asks the person for a code, it is <strong class="code">${readBack}</strong></p>` : ''}
      ${state === 'waiting' ? decisionForm(claim, member) : ''}
      ${state === 'confirmed' ? revokeForm(claim, member) : ''}
      <p class="on-screen"><a href="${CLAIMS_PATH}">All claims</a></p>`,
  }
}

const whoAsks = ({ type, clientName }: lists.ClaimView): string =>
  `An AI assistant ${words.claims.askedBy[type]}. ${clientName === undefined ? 'Nothing else is known about it.' : `It calls itself ${quotedName(clientName)}, which no one has checked.`}`

function addressProof({ decision }: lists.ClaimView): string {
  if (decision?.by === 'link') return 'Theirs: they used the link e-mailed to this address.'
  const isVerified = decision?.by === 'staff' && decision.outcome === 'confirmed'
  return `Given by the assistant. ${isVerified ? 'The staff verified the person.' : 'Not confirmed.'}`
}

async function requireClaim({ service, params: { registration = '' } }: DeskContext): Promise<lists.ClaimView> {
  const claim = /^reg_[\w-]+$/.test(registration) ? await lists.findClaim(service, registration) : undefined
  if (!claim) throw new Problem('not-found', { detail: `There is no such claim. ${KEPT_SENTENCE}` })
  return claim
}

export async function recordSearch({ audit }: DeskContext, found: readonly Pick<lists.ClaimView, 'registration'>[]) {
  const subjects = found.length > 0 ? found.map(({ registration }) => registration) : [NONE_FOUND]
  await Promise.all(subjects.map((subject) => audit('claims.searched', subject)))
}

function claimTables(waiting: lists.ClaimList, confirmed: lists.ClaimList, member: SignedIn): Html {
  const { timeElement } = ui
  const rowOf = (claim: lists.ClaimView, from: string, last: ui.Cell) => [linkTo(claim), timeElement(from), last]
  const waitingRows = waiting.claims.map((one) => rowOf(one, one.startedAt, timeElement(one.expiresAt)))
  const confirmedRows = confirmed.claims.toReversed().map((one) => {
    const revoke = one.state === 'confirmed' ? revokeForm(one, member) : words.claims.states[one.state]
    return rowOf(one, one.decision?.at ?? one.startedAt, revoke)
  })
  return html`${waitingRows.length === 0 ? html`<p>There are no open claims.</p>` : ''}
    ${ui.deskTable('Waiting, longest first', { 'E-mail, as the assistant gave it': 'long', Asked: 'line', Until: 'line' }, waitingRows)}
    ${olderOnes(waiting)}
    ${ui.deskTable('Confirmed: these assistants may write for a person', { 'E-mail': 'long', Confirmed: 'line', Revoke: '' }, confirmedRows)}
    ${olderOnes(confirmed)}`
}

const linkTo = ({ registration, email }: lists.ClaimView): Html =>
  html`<a href="${claimPath(registration)}">${email}</a>`

const olderOnes = ({ more }: lists.ClaimList) =>
  more === 0
    ? ''
    : html`<p>${more.toLocaleString('en-US')} older ones are not shown. Find one by its code or e-mail address.</p>`

const nameOr = (other: string, { member }: { member?: string | undefined }, names: StaffNames) =>
  member === undefined ? other : nameOf(member, names)

const decisionInWords = (decision: Decision, names: StaffNames): Html =>
  html`${decision.outcome} by ${nameOr(words.claims.decidedBy[decision.by], decision, names)}, ${ui.timeElement(decision.at)}${decision.how ? html`<br>${decision.how}` : ''}`

export const vouchingLine = (claim: lists.ClaimView, names: StaffNames): Html =>
  html`<p class="small">
    The assistant may write for ${linkTo(claim)}: ${claim.decision ? decisionInWords(claim.decision, names) : words.claims.states[claim.state]}
  </p>`

function decisionForm({ registration, attempt }: lists.ClaimView, member: SignedIn): Html {
  const attributes = html` autocomplete="off"`
  const form = { action: claimPath(registration), fields: { attempt }, className: 'form', attributes }
  const content = html`<fieldset>
      <legend>How I verified the person</legend>
      <p>To confirm, at least one of these:</p>
      ${verificationChoices(true)}
      <p>These help, but are not enough alone, because voices can be imitated and details can leak:</p>
      ${verificationChoices(false)}
    </fieldset>
    <div class="actions">
      <button type="submit" name="decision" value="confirmed">Confirm: the assistant may write for them</button>
      <button type="submit" name="decision" value="denied" class="quiet">Deny: they did not ask</button>
    </div>`
  return html`<h2>Who is it?</h2>
    <p>A caller who quotes a code may be someone else. Confirm only after one of the first group below. When in doubt, do nothing: the claim ends by itself.</p>
    ${ui.deskForm(member, form, content)}`
}

const verificationChoices = (areEnough: boolean): Html[] =>
  Object.entries(VERIFIED_BY)
    .filter(([, { isEnough }]) => isEnough === areEnough)
    .map(([value, { text }]) => ui.tickField({ name: 'verified', value, isTicked: false }, text))

const revokeForm = ({ registration, email }: lists.ClaimView, member: SignedIn): Html =>
  ui.finalForm(member, `${claimPath(registration)}/revoke`, {
    summary: html`Revoke${ui.hiddenWords(` what was confirmed for ${email}`)}`,
    effect: "The assistant's access ends at once.",
    button: 'Revoke for good',
  })
