/** The steps of the claim page as HTML. `html` escapes every value. The name that the agent gives itself is shown as its own word. */
import { html } from 'hono/html'
import { quotedName } from '../client-name.ts'
import type { Html } from './html.ts'
import { type Language, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { CLAIM_WORDS } from './claim-words.ts'
import { WORDS } from './words.ts'

/** Contact details of the firm, and the language of the page. */
export interface Firm {
  language: Language
  name: string
  telephone: string
  shownTelephone: string
  email: string
}

/** What the page shows of the agent's request. Times are in words; the e-mail address is masked. */
export interface AgentRequest {
  startedAt: string
  expiresAt: string
  maskedEmail: string
  /** What the agent calls itself. */
  clientName: string | undefined
}

/** A step: the title of the page, and what stands below it. */
export interface Step {
  title: string
  content: Html
}

const progress = ({ language }: Firm, step: number): Html =>
  html`<ol class="steps">${CLAIM_WORDS[language].steps.map((name, index) => html`<li${index + 1 === step ? html` aria-current="step"` : ''}>${name}</li>`)}</ol>`

/** Before step 1: the page opened without a request, which the code alone finds. */
export function startStep(firm: Firm, error?: string): Step {
  const words = CLAIM_WORDS[firm.language].start
  return {
    title: WORDS[firm.language].claimTitle,
    content: html`<p>${words.what(firm.name)}</p>
    <p>${words.how}</p>
    ${codeForm(firm, '', error)}
    <p>${words.next}</p>
    ${otherWays(firm)}`,
  }
}

export function codeStep(firm: Firm, attempt: string, canMail: boolean, error?: string): Step {
  const words = CLAIM_WORDS[firm.language].code
  return {
    title: WORDS[firm.language].claimTitle,
    content: html`${progress(firm, 1)}
    <p>${words.opening(firm.name)}</p>
    ${codeForm(firm, attempt, error)}
    <p>${words.noAgent}</p>
    ${
      canMail
        ? html`<form method="post" action="${pathIn(firm.language, PATHS.claim)}" class="form">
            <input type="hidden" name="attempt" value="${attempt}">
            <p>${words.noCode}</p>
            <button type="submit" name="action" value="no-code" class="quiet">${words.sendWithoutCode}</button>
          </form>`
        : ''
    }
    ${otherWays(firm)}`,
  }
}

/** @param attempt reference to the request; empty if the code is to find it */
function codeForm(firm: Firm, attempt: string, error?: string): Html {
  const words = CLAIM_WORDS[firm.language].code
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

/**
 * Step 1, after the code: what the agent asks for.
 * @param code as entered, so that the person can quote it to the firm
 */
export function checkStep(
  firm: Firm,
  request: AgentRequest,
  { step, code = '' }: { step: string; code?: string | undefined },
  canMail: boolean,
): Step {
  const { titles, check: words } = CLAIM_WORDS[firm.language]
  return {
    title: titles.check,
    content: html`${progress(firm, 1)}
    ${code && html`<p>${words.code}</p><p class="code">${code}</p>`}
    ${requestSummary(firm, request)}
    ${
      canMail
        ? html`<p>${words.mailed(request.maskedEmail)}</p>
          <form method="post" action="${pathIn(firm.language, PATHS.claim)}" class="form">
            <input type="hidden" name="step" value="${step}">
            <div class="actions">
              <button type="submit" name="action" value="send">${words.send}</button>
              <button type="submit" name="action" value="deny" class="quiet">${words.deny}</button>
            </div>
          </form>`
        : html`<p>${words.noMail}</p>`
    }
    ${otherWays(firm, code)}`,
  }
}

export function sentStep(firm: Firm, maskedEmail: string): Step {
  const words = CLAIM_WORDS[firm.language].sent
  return {
    title: words.look,
    content: html`${progress(firm, 2)}
    <p>${words.where(maskedEmail)}</p>
    <p>${words.close}</p>
    ${otherWays(firm)}`,
  }
}

/** Step 2, opened from the mail: confirm or deny. */
export function decideStep(firm: Firm, request: AgentRequest, link: string): Step {
  const { titles, decide: words } = CLAIM_WORDS[firm.language]
  return {
    title: titles.decide,
    content: html`${progress(firm, 2)}
    ${requestSummary(firm, request)}
    <form method="post" action="${pathIn(firm.language, PATHS.claimConfirm)}" class="form">
      <input type="hidden" name="link" value="${link}">
      <div class="actions decision">
        <button type="submit" name="decision" value="confirmed" class="quiet">${words.confirm}</button>
        <button type="submit" name="decision" value="denied" class="quiet">${words.deny}</button>
      </div>
    </form>`,
  }
}

/**
 * Step 3: confirmed.
 * @param readBack the code for agents that ask for it; shown only with the link from the mail
 * @param isNeeded whether the agent must have that code to go on
 */
export function confirmedStep(firm: Firm, readBack: string | undefined, isNeeded: boolean): Step {
  const words = CLAIM_WORDS[firm.language].confirmed
  return {
    title: words.word,
    content: html`${progress(firm, 3)}
    <p>${isNeeded ? words.soon(firm.name) : words.now(firm.name)}</p>
    ${readBack ? html`<p>${isNeeded ? words.needed : words.readBack}</p><p class="code">${readBack}</p>` : ''}
    <p>${words.takeBack(telephone(firm))}</p>`,
  }
}

export function deniedStep(firm: Firm): Step {
  const words = CLAIM_WORDS[firm.language].denied
  return {
    title: words.word,
    content: html`${progress(firm, 3)}
    <p>${words.now}</p>
    <p>${words.worried(telephone(firm))}</p>`,
  }
}

/** The claim has ended, or the address is invalid. */
export function overStep(firm: Firm): Step {
  const { titles, over: words } = CLAIM_WORDS[firm.language]
  return {
    title: titles.over,
    content: html`<p>${words.ended}</p>
    <p>${words.again}</p>
    ${otherWays(firm)}`,
  }
}

/** Opened from the mail that says that an agent was linked: ends it, after a click. */
export function endStep(firm: Firm, link: string): Step {
  const { titles, end: words } = CLAIM_WORDS[firm.language]
  return {
    title: titles.end,
    content: html`<p>${words.what(firm.name)}</p>
    <form method="post" action="${pathIn(firm.language, PATHS.claimEnd)}" class="form">
      <input type="hidden" name="end" value="${link}">
      <button type="submit">${words.go}</button>
    </form>`,
  }
}

export function endedStep(firm: Firm): Step {
  const words = CLAIM_WORDS[firm.language].end
  return {
    title: words.word,
    content: html`<p>${words.now(firm.name)}</p>
    <p>${CLAIM_WORDS[firm.language].denied.worried(telephone(firm))}</p>`,
  }
}

/** The link that ends a permission is not complete or too old. */
export function endLinkInvalid(firm: Firm): Step {
  const { titles, end: words } = CLAIM_WORDS[firm.language]
  return {
    title: titles.invalid,
    content: html`<p>${words.invalid}</p>
    <p>${words.call(telephone(firm))}</p>`,
  }
}

/** A temporary failure. */
export function errorStep(firm: Firm, text: string): Step {
  const { titles } = CLAIM_WORDS[firm.language]
  return { title: titles.error, content: html`<p role="alert"><strong>${text}</strong></p>${otherWays(firm)}` }
}

function requestSummary(firm: Firm, { startedAt, expiresAt, maskedEmail, clientName }: AgentRequest): Html {
  const words = CLAIM_WORDS[firm.language].asked
  return html`<h2>${words.heading}</h2>
    <ul class="ruled">
      <li>${words.by(startedAt, maskedEmail)} ${clientName === undefined ? words.unknown : words.name(quotedName(clientName))}</li>
      <li>${words.may(firm.name)}</li>
      <li>${words.mayNot}</li>
      <li>${words.ends(expiresAt)}</li>
    </ul>`
}

function otherWays(firm: Firm, code = ''): Html {
  const { otherWays: sentence, mailSubject } = CLAIM_WORDS[firm.language]
  const mail = html`<a href="mailto:${firm.email}?subject=${encodeURIComponent(mailSubject(code))}">${firm.email}</a>`
  return html`<p class="small">${sentence(telephone(firm), mail)}</p>`
}

const telephone = (firm: Firm): Html => html`<a href="tel:${firm.telephone}">${firm.shownTelephone}</a>`
