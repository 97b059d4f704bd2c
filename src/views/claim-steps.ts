/** The agent's name is unchecked, so pages show it in quotation marks. */
import { html } from 'hono/html'
import { quotedName } from '../client-name.ts'
import { fillHtml, type Html, stepList, telephoneLink } from './html.ts'
import { type Language, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { fill, WORDS } from '../words.ts'

export interface Firm {
  language: Language
  name: string
  telephone: string
  email: string
  canMail: boolean
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

const progress = ({ language }: Firm, step: number): Html => stepList(WORDS[language].claim.steps, step - 1)

/** The page was opened without a request, so the code must find it. */
export function startStep(firm: Firm, error?: string): Step {
  const words = WORDS[firm.language].claim.start
  return titled(WORDS[firm.language].claimTitle)`<p>${fill(words.what, { firm: firm.name })}</p>
    ${codeForm(firm, '', error)}
    <p>${words.next} ${WORDS[firm.language].claim.code.noAgent}</p>
    ${otherWays(firm)}`
}

export function codeStep(firm: Firm, attempt: string, error?: string): Step {
  const words = WORDS[firm.language].claim.code
  return titled(WORDS[firm.language].claimTitle)`${progress(firm, 1)}
    <p>${fill(words.opening, { firm: firm.name })}</p>
    ${codeForm(firm, attempt, error)}
    <p>${words.noAgent}</p>
    ${
      firm.canMail
        ? html`<form method="post" action="${pathIn(firm.language, PATHS.claim)}" class="form">
            <input type="hidden" name="attempt" value="${attempt}">
            <p>${words.noCode}</p>
            <button type="submit" name="action" value="no-code" class="quiet">${words.sendWithoutCode}</button>
          </form>`
        : ''
    }
    ${otherWays(firm)}`
}

function codeForm(firm: Firm, attempt: string, error?: string): Html {
  const words = WORDS[firm.language].claim.code
  return html`<form method="post" action="${pathIn(firm.language, PATHS.claim)}" class="form">
      ${attempt && html`<input type="hidden" name="attempt" value="${attempt}">`}
      <div class="field">
        <label for="code">${words.label}</label>
        <p class="hint" id="code-hint">${words.hint}</p>
        ${error ? html`<p class="error" id="code-error" role="alert"><span class="visually-hidden">${WORDS[firm.language].error}: </span>${error}</p>` : ''}
        <input id="code" name="code" class="code" type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${error ? ' code-error' : ''}"${error ? html` aria-invalid="true" autofocus` : ''}>
      </div>
      <button type="submit">${words.go}</button>
    </form>`
}

/** Step 1, after the code. @param code shown so that the person can quote it to the firm */
export function checkStep(
  firm: Firm,
  request: AgentRequest,
  { step, code = '' }: { step: string; code?: string | undefined },
): Step {
  const { titles, check: words } = WORDS[firm.language].claim
  return titled(titles.check)`${progress(firm, 1)}
    ${code && html`<p>${words.code}</p><p class="code">${code}</p>`}
    ${requestSummary(firm, request)}
    ${
      firm.canMail
        ? html`<p>${fillHtml(words.mailed, { email: html`<strong>${request.maskedEmail}</strong>` })}</p>
          <form method="post" action="${pathIn(firm.language, PATHS.claim)}" class="form">
            <input type="hidden" name="step" value="${step}">
            <div class="actions">
              <button type="submit" name="action" value="send">${words.send}</button>
              <button type="submit" name="action" value="deny" class="quiet">${words.deny}</button>
            </div>
          </form>`
        : html`<p>${words.noMail}</p>`
    }
    ${otherWays(firm, code)}`
}

export function sentStep(firm: Firm, maskedEmail: string): Step {
  const words = WORDS[firm.language].claim.sent
  return titled(words.look)`${progress(firm, 2)}
    <p>${fill(words.where, { email: maskedEmail })}</p>
    <p>${words.close}</p>
    ${otherWays(firm)}`
}

export function decideStep(firm: Firm, request: AgentRequest, link: string): Step {
  const { titles, decide: words } = WORDS[firm.language].claim
  return titled(titles.decide)`${progress(firm, 2)}
    ${requestSummary(firm, request)}
    <form method="post" action="${pathIn(firm.language, PATHS.claimConfirm)}" class="form">
      <input type="hidden" name="link" value="${link}">
      <div class="actions decision">
        <button type="submit" name="decision" value="confirmed" class="quiet">${words.confirm}</button>
        <button type="submit" name="decision" value="denied" class="quiet">${words.deny}</button>
      </div>
    </form>`
}

/**
 * @param readBack the code for agents that ask for one; only given if the page was opened with the link from the mail
 * @param isNeeded whether the agent needs this code
 */
export function confirmedStep(firm: Firm, readBack: string | undefined, isNeeded: boolean): Step {
  const words = WORDS[firm.language].claim.confirmed
  return titled(words.word)`${progress(firm, 3)}
    <p>${isNeeded ? fill(words.soon, { firm: firm.name }) : fill(words.now, { firm: firm.name })}</p>
    ${readBack ? html`<p>${isNeeded ? words.needed : words.readBack}</p><p class="code">${readBack}</p>` : ''}
    <p>${fillHtml(words.takeBack, { telephone: telephoneLink(firm) })}</p>`
}

export function deniedStep(firm: Firm): Step {
  const words = WORDS[firm.language].claim.denied
  return titled(words.word)`${progress(firm, 3)}
    <p>${words.now}</p>
    <p>${fillHtml(words.worried, { telephone: telephoneLink(firm) })}</p>`
}

/** The claim has ended, or the address is invalid. */
export function overStep(firm: Firm): Step {
  const { titles, over: words } = WORDS[firm.language].claim
  return titled(titles.over)`<p>${words.ended}</p>
    <p>${words.again}</p>
    ${otherWays(firm)}`
}

/** The mail about a linked agent leads here. A click ends the agent's access. */
export function endStep(firm: Firm, link: string): Step {
  const { titles, end: words } = WORDS[firm.language].claim
  return titled(titles.end)`<p>${fill(words.what, { firm: firm.name })}</p>
    <form method="post" action="${pathIn(firm.language, PATHS.claimEnd)}" class="form">
      <input type="hidden" name="end" value="${link}">
      <button type="submit">${words.go}</button>
    </form>`
}

export function endedStep(firm: Firm): Step {
  const words = WORDS[firm.language].claim.end
  return titled(words.word)`<p>${fill(words.now, { firm: firm.name })}</p>
    <p>${fillHtml(WORDS[firm.language].claim.denied.worried, { telephone: telephoneLink(firm) })}</p>`
}

/** The link is incomplete or too old. */
export function endLinkInvalid(firm: Firm): Step {
  const { titles, end: words } = WORDS[firm.language].claim
  return titled(titles.invalid)`<p>${words.invalid}</p>
    <p>${fillHtml(words.call, { telephone: telephoneLink(firm) })}</p>`
}

export function errorStep(firm: Firm, text: string): Step {
  const { titles } = WORDS[firm.language].claim
  return { title: titles.error, content: html`<p role="alert"><strong>${text}</strong></p>${otherWays(firm)}` }
}

function requestSummary(firm: Firm, { startedAt, expiresAt, maskedEmail, clientName }: AgentRequest): Html {
  const words = WORDS[firm.language].claim.asked
  return html`<h2>${words.heading}</h2>
    <ul class="ruled">
      <li>${fillHtml(words.by, { startedAt: html`${startedAt}`, email: html`<strong>${maskedEmail}</strong>` })} ${clientName === undefined ? words.unknown : fill(words.name, { name: quotedName(clientName) })}</li>
      <li>${fill(words.may, { firm: firm.name })}</li>
      <li>${words.mayNot}</li>
      <li>${fill(words.ends, { expiresAt })}</li>
    </ul>`
}

function otherWays(firm: Firm, code = ''): Html {
  const { otherWays: sentence, mailSubject } = WORDS[firm.language].claim
  const mail = html`<a href="mailto:${firm.email}?subject=${encodeURIComponent(fill(mailSubject, { code }).trim())}">${firm.email}</a>`
  return html`<p class="small">${fillHtml(sentence, { telephone: telephoneLink(firm), mail })}</p>`
}
