/** The steps of `/claim`, where a person decides on an agent's request. The agent's name is unchecked, so it is in quotation marks. */
import { html } from 'hono/html'
import { quotedName } from '../client-name.ts'
import type { Firm } from '../firm/firm.ts'
import { fillHtml, type Html, stepList, telephoneLink } from './html.ts'
import { type Language, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { fill, WORDS } from '../words.ts'

export interface StepContext {
  language: Language
  firm: Pick<Firm, 'name' | 'telephone' | 'email'>
  /** Undefined if the site sends no mail. Then the person must call or write. */
  mailer: unknown
}

/** `startedAt` and `expiresAt` are in words. */
export interface AgentRequest {
  startedAt: string
  expiresAt: string
  maskedEmail: string
  clientName: string | undefined
}

export interface Step {
  title: string
  content: Html
}

const titled =
  (title: string) =>
  (...template: Parameters<typeof html>): Step => ({ title, content: html(...template) })

const progress = ({ language }: StepContext, step: number): Html => stepList(WORDS[language].claim.steps, step - 1)

/** @param hidden the hidden fields, which name the request; fields with an empty value are left out */
const stepForm = ({ language }: StepContext, path: string, hidden: Record<string, string>, content: Html): Html =>
  html`<form method="post" action="${pathIn(language, path)}" class="form">
      ${Object.entries(hidden).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
      ${content}
    </form>`

/** The URL of this step names no request of an agent, so the request is found by the code that the person enters. */
export function startStep(context: StepContext, error?: string): Step {
  const { claim, claimTitle } = WORDS[context.language]
  return titled(claimTitle)`<p>${fill(claim.start.what, { firm: context.firm.name })}</p>
    ${codeForm(context, '', error)}
    <p>${claim.start.next} ${claim.code.noAgent}</p>
    ${otherWays(context)}`
}

export function codeStep(context: StepContext, attempt: string, error?: string): Step {
  const { claim, claimTitle } = WORDS[context.language]
  const words = claim.code
  const withoutCode = html`<p>${words.noCode}</p>
      <button type="submit" name="action" value="no-code" class="quiet">${words.sendWithoutCode}</button>`
  return titled(claimTitle)`${progress(context, 1)}
    <p>${fill(words.opening, { firm: context.firm.name })}</p>
    ${codeForm(context, attempt, error)}
    <p>${words.noAgent}</p>
    ${context.mailer ? stepForm(context, PATHS.claim, { attempt }, withoutCode) : ''}
    ${otherWays(context)}`
}

function codeForm(context: StepContext, attempt: string, error?: string): Html {
  const { claim, error: errorWord } = WORDS[context.language]
  const words = claim.code
  const field = html`<div class="field">
        <label for="code">${words.label}</label>
        <p class="hint" id="code-hint">${words.hint}</p>
        ${error ? html`<p class="error" id="code-error" role="alert"><span class="visually-hidden">${errorWord}: </span>${error}</p>` : ''}
        <input id="code" name="code" class="code" type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${error ? ' code-error' : ''}"${error ? html` aria-invalid="true" autofocus` : ''}>
      </div>
      <button type="submit">${words.go}</button>`
  return stepForm(context, PATHS.claim, { attempt }, field)
}

/** Still step 1, after the person entered the code. @param code shown so that the person can quote it to the firm */
export function checkStep(context: StepContext, request: AgentRequest, stepToken: string, code = ''): Step {
  const { titles, check: words } = WORDS[context.language].claim
  const buttons = html`<div class="actions">
        <button type="submit" name="action" value="send">${words.send}</button>
        <button type="submit" name="action" value="deny" class="quiet">${words.deny}</button>
      </div>`
  const mailed = html`<p>${fillHtml(words.mailed, { email: html`<strong>${request.maskedEmail}</strong>` })}</p>
    ${stepForm(context, PATHS.claim, { step: stepToken }, buttons)}`
  return titled(titles.check)`${progress(context, 1)}
    ${code && html`<p>${words.code}</p><p class="code">${code}</p>`}
    ${requestSummary(context, request)}
    ${context.mailer ? mailed : html`<p>${words.noMail}</p>`}
    ${otherWays(context, code)}`
}

export function sentStep(context: StepContext, maskedEmail: string): Step {
  const words = WORDS[context.language].claim.sent
  return titled(words.look)`${progress(context, 2)}
    <p>${fill(words.where, { email: maskedEmail })}</p>
    <p>${words.close}</p>
    ${otherWays(context)}`
}

export function decideStep(context: StepContext, request: AgentRequest, link: string): Step {
  const { titles, decide: words } = WORDS[context.language].claim
  const buttons = html`<div class="actions decision">
        <button type="submit" name="decision" value="confirmed" class="quiet">${words.confirm}</button>
        <button type="submit" name="decision" value="denied" class="quiet">${words.deny}</button>
      </div>`
  return titled(titles.decide)`${progress(context, 2)}
    ${requestSummary(context, request)}
    ${stepForm(context, PATHS.claimConfirm, { link }, buttons)}`
}

/**
 * @param readBack the code for agents that ask for one; only given if the page was opened with the link from the mail
 * @param isNeeded whether the agent needs the code to get its tokens
 */
export function confirmedStep(context: StepContext, readBack: string | undefined, isNeeded: boolean): Step {
  const words = WORDS[context.language].claim.confirmed
  return titled(words.word)`${progress(context, 3)}
    <p>${fill(isNeeded ? words.soon : words.now, { firm: context.firm.name })}</p>
    ${readBack ? html`<p>${isNeeded ? words.needed : words.readBack}</p><p class="code">${readBack}</p>` : ''}
    <p>${fillHtml(words.takeBack, { telephone: telephoneLink(context.firm) })}</p>`
}

export function deniedStep(context: StepContext): Step {
  const words = WORDS[context.language].claim.denied
  return titled(words.word)`${progress(context, 3)}
    <p>${words.now}</p>
    <p>${fillHtml(words.worried, { telephone: telephoneLink(context.firm) })}</p>`
}

/** Shown when the claim has ended or the link is invalid. */
export function overStep(context: StepContext): Step {
  const { titles, over: words } = WORDS[context.language].claim
  return titled(titles.over)`<p>${words.ended}</p>
    <p>${words.again}</p>
    ${otherWays(context)}`
}

/** The mail about a linked agent leads here. A click ends the agent's access. */
export function endStep(context: StepContext, link: string): Step {
  const { titles, end: words } = WORDS[context.language].claim
  const button = html`<button type="submit">${words.go}</button>`
  return titled(titles.end)`<p>${fill(words.what, { firm: context.firm.name })}</p>
    ${stepForm(context, PATHS.claimEnd, { end: link }, button)}`
}

export function endedStep(context: StepContext): Step {
  const { denied, end: words } = WORDS[context.language].claim
  return titled(words.word)`<p>${fill(words.now, { firm: context.firm.name })}</p>
    <p>${fillHtml(denied.worried, { telephone: telephoneLink(context.firm) })}</p>`
}

/** Shown when the link for ending the access is incomplete or too old. */
export function endLinkInvalid(context: StepContext): Step {
  const { titles, end: words } = WORDS[context.language].claim
  return titled(titles.invalid)`<p>${words.invalid}</p>
    <p>${fillHtml(words.call, { telephone: telephoneLink(context.firm) })}</p>`
}

export const errorStep = (context: StepContext, text: string): Step =>
  titled(WORDS[context.language].claim.titles.error)`<p role="alert"><strong>${text}</strong></p>${otherWays(context)}`

function requestSummary({ language, firm }: StepContext, request: AgentRequest): Html {
  const { startedAt, expiresAt, maskedEmail, clientName } = request
  const words = WORDS[language].claim.asked
  return html`<h2>${words.heading}</h2>
    <ul class="ruled">
      <li>${fillHtml(words.by, { startedAt: html`${startedAt}`, email: html`<strong>${maskedEmail}</strong>` })} ${clientName === undefined ? words.unknown : fill(words.name, { name: quotedName(clientName) })}</li>
      <li>${fill(words.may, { firm: firm.name })}</li>
      <li>${words.mayNot}</li>
      <li>${fill(words.ends, { expiresAt })}</li>
    </ul>`
}

function otherWays({ language, firm }: StepContext, code = ''): Html {
  const { otherWays: sentence, mailSubject } = WORDS[language].claim
  const mail = html`<a href="mailto:${firm.email}?subject=${encodeURIComponent(fill(mailSubject, { code }).trim())}">${firm.email}</a>`
  return html`<p class="small">${fillHtml(sentence, { telephone: telephoneLink(firm), mail })}</p>`
}
