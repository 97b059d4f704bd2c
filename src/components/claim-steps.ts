/**
 * The steps of the claim page as HTML. `html` escapes every value; nothing that an agent says of itself is shown.
 */
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { PATHS } from '../site.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** How to reach the firm instead. */
export interface Firm {
  name: string
  telephone: string
  shownTelephone: string
  email: string
}

/** What the person is told about what is asked. */
export interface Request {
  startedAt: string
  expiresAt: string
  maskedEmail: string
}

const STEPS = ['Check', 'Confirm', 'Done']

function progress(step: number): Html {
  return html`<ol class="steps">${STEPS.map((name, index) => html`<li${index + 1 === step ? html` aria-current="step"` : ''}>${name}</li>`)}</ol>`
}

/** Step 1: the code. */
export function codeStep(firm: Firm, attempt: string, error?: string): Html {
  return html`${progress(1)}
    <p>An AI agent asks to deal with ${firm.name} for you. To go on, enter the code that it showed you.</p>
    <form method="post" action="${PATHS.claim}" class="form">
      <input type="hidden" name="attempt" value="${attempt}">
      <div class="field">
        <label for="code">Code</label>
        <p class="hint" id="code-hint">Eight letters, like BCDF-GHJK.</p>
        ${error ? html`<p class="error" id="code-error" role="alert"><span class="visually-hidden">Error: </span>${error}</p>` : ''}
        <input id="code" name="code" class="code" type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${error ? ' code-error' : ''}"${error ? html` aria-invalid="true" autofocus` : ''}>
      </div>
      <button type="submit">Continue</button>
    </form>
    <p>Did no agent of yours show you a code? Then close this page. Nothing happens without you.</p>
    ${otherWays(firm)}`
}

/** Step 1, after the code: what is asked. */
export function checkStep(firm: Firm, request: Request, step: string, canMail: boolean): Html {
  return html`${progress(1)}
    ${asked(firm, request)}
    ${
      canMail
        ? html`<p>We send a link to the e-mail address on file, <strong>${request.maskedEmail}</strong>. Open it to confirm that the address is yours.</p>
          <form method="post" action="${PATHS.claim}" class="form">
            <input type="hidden" name="step" value="${step}">
            <div class="actions">
              <button type="submit" name="action" value="send">Send me the link</button>
              <button type="submit" name="action" value="deny" class="quiet">I did not ask for this</button>
            </div>
          </form>`
        : html`<p>This site cannot send mail. Please confirm by telephone or e-mail instead:</p>`
    }
    ${otherWays(firm)}`
}

/** Step 2: the mail is on its way. */
export function sentStep(firm: Firm, maskedEmail: string): Html {
  return html`${progress(2)}
    <p><strong>Look into your mailbox.</strong> We sent a link to ${maskedEmail}. It may take a minute, and it may lie in the spam folder.</p>
    <p>You may close this page.</p>
    ${otherWays(firm)}`
}

/** Step 2, from the mail: the choice. */
export function decideStep(firm: Firm, request: Request, link: string): Html {
  return html`${progress(2)}
    ${asked(firm, request)}
    <form method="post" action="${PATHS.claimConfirm}" class="form">
      <input type="hidden" name="link" value="${link}">
      <div class="actions">
        <button type="submit" name="decision" value="confirmed">Confirm: it acts for me</button>
        <button type="submit" name="decision" value="denied" class="quiet">Deny: I did not ask for this</button>
      </div>
    </form>`
}

/**
 * Step 3: confirmed.
 * @param readBack the code for agents that ask for it; shown to whoever holds the link from the mail
 */
export function confirmedStep(firm: Firm, readBack?: string): Html {
  return html`${progress(3)}
    <p><strong>Confirmed.</strong> The agent now deals with ${firm.name} for you. You may close this page.</p>
    ${readBack ? html`<p>If the agent asks you for a code, give it this one:</p><p class="code">${readBack}</p>` : ''}
    <p>To take it back, tell the agent to stop, or call ${telephone(firm)}.</p>`
}

/** Step 3: denied. */
export function deniedStep(firm: Firm): Html {
  return html`${progress(3)}
    <p><strong>Denied.</strong> The agent does not act for you, and cannot ask again with this registration. Nothing else was changed.</p>
    <p>Are you worried about it? Call us: ${telephone(firm)}.</p>`
}

/** The claim cannot be decided any more, or the address is no claim's. */
export function overStep(firm: Firm): Html {
  return html`<p>This request has ended, or the address is not complete. Codes end after 72 hours, after five wrong entries, and when the agent asks anew.</p>
    <p>If you still want the agent to act for you, tell it to ask again.</p>
    ${otherWays(firm)}`
}

/** Something could not be done just now. */
export function troubleStep(firm: Firm, text: string): Html {
  return html`<p role="alert"><strong>${text}</strong></p>${otherWays(firm)}`
}

function asked(firm: Firm, { startedAt, expiresAt, maskedEmail }: Request): Html {
  return html`<h2>What is asked</h2>
    <ul>
      <li>An AI agent asked on ${startedAt} (Florida time) to act for the person with the e-mail address <strong>${maskedEmail}</strong>. We do not know which agent it is, only that it has your code.</li>
      <li>It may send messages to ${firm.name} that we treat as coming from you.</li>
      <li>It may not read anything that you or others wrote to us, and it cannot make you our client.</li>
      <li>The request ends on ${expiresAt}.</li>
    </ul>`
}

function otherWays(firm: Firm): Html {
  return html`<p class="small">Rather talk to a person? Call ${telephone(firm)} or write to <a href="mailto:${firm.email}?subject=Code%20of%20an%20AI%20agent">${firm.email}</a>, and tell us the code. We check who you are before we confirm.</p>`
}

const telephone = (firm: Firm): Html => html`<a href="tel:${firm.telephone}">${firm.shownTelephone}</a>`
