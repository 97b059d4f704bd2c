/** `/desk/addresses`: an owner removes an e-mail address from the records about agents. The pages only count these records. */
import { html } from 'hono/html'
import { countTraces, findTraces, type TraceCounts } from '../../agents/claims/forget.ts'
import { emailRule, mailboxOf, LONGEST_EMAIL } from '../../email-address.ts'
import { forgetWithMail } from '../../service/erasure.ts'
import { PATHS } from '../../site.ts'
import type { DeskAnswer, DeskContext, DeskPage, Html, SignedIn } from '../page.ts'
import { alertBox, asTyped, deskForm, describedByAlert, lineField } from '../ui.ts'
import { FORGET_PATH, recordSearch } from './pages.ts'
import words from '../words.json' with { type: 'json' }

const TITLE = 'Forget an address'

export const showForget: DeskPage = async ({ member }) => ({ title: TITLE, content: addressForm(member) })

/** The form sends the e-mail address in its body, because proxies log URLs. */
export async function countOrForget(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const typed = (form.get('email') ?? '').trim()
  const email = mailboxOf(typed)
  if (email === undefined)
    return { title: TITLE, status: 422, content: addressForm(member, typed, `This ${emailRule(typed)}.`) }
  const traces = await findTraces(service, email)
  const counts = countTraces(traces)
  if (form.get('what') !== FORGET) {
    await recordSearch(context, traces.claims)
    return { title: TITLE, content: confirmForm(email, counts, member) }
  }
  await forgetWithMail(service, traces, member.id)
  return {
    title: 'The address is forgotten',
    content: html`<p>Removed:</p>
      ${countList(counts)}
      <p>${words.forget.left}</p>
      <p><a href="${PATHS.desk}">Today</a></p>`,
  }
}

const FORGET = 'forget'

function addressForm(member: SignedIn, email = '', error?: string): Html {
  const field = lineField('email', 'E-mail address', email, {
    attributes: html` type="text" inputmode="email" required maxlength="${LONGEST_EMAIL}"
      autocomplete="off" autocapitalize="none" spellcheck="false"${error ? describedByAlert : ''}`,
  })
  const content = html`${field}
    <button type="submit">See what is kept</button>`
  return html`${error ? alertBox(error) : ''}
    <p>AI assistants may have named an e-mail address, and its owner may have confirmed one. See here what is kept, and remove it.</p>
    ${deskForm(member, { action: FORGET_PATH, className: 'form' }, content)}
    <p>${words.forget.left}</p>`
}

const countList = ({ remembered, requests }: TraceCounts): Html =>
  html`<ul>
    <li>records that its owner confirmed an assistant, or that an identity provider vouches for them: ${remembered}</li>
    <li>assistants' requests to write for it: ${requests}</li>
  </ul>`

function confirmForm(email: string, counts: TraceCounts, member: SignedIn): Html {
  const isEmpty = counts.remembered + counts.requests === 0
  const form = { action: FORGET_PATH, className: 'form', fields: { email, what: FORGET } }
  const buttons = html`<div class="actions">
    <button type="submit" class="danger">Forget it for good</button>
    <a class="button quiet" href="${FORGET_PATH}">Keep it</a>
  </div>`
  return html`<p>Kept about <strong>${asTyped(email)}</strong>:</p>
    ${countList(counts)}
    <p>${isEmpty ? 'There is nothing to forget.' : words.forget.effect}</p>
    ${isEmpty ? '' : deskForm(member, form, buttons)}
    <p>${words.forget.left}</p>`
}

export const forgetOffer = (email: string, member: SignedIn): Html =>
  deskForm(
    member,
    { action: FORGET_PATH, className: 'form', fields: { email } },
    html`<p>Assistants' requests that name this address, and its confirmations, are kept apart from inquiries.</p>
      <button type="submit" class="quiet">See what is kept about the address, and forget it</button>`,
  )
