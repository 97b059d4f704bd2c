/** The page of an inquiry of which only names are left, kept for the check of conflicts. */
import { html } from 'hono/html'
import { officeTime } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { findKeptNames } from '../../conflicts/kept-names.ts'
import { printable } from '../../letters.ts'
import { eraseNames } from '../../service/erasure.ts'
import { recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, InboxContext } from '../page.ts'
import { hiddenFields, timeElement } from '../ui.ts'
import { INQUIRIES_PATH, inquiryPath } from './inquiry-table.ts'

export const REMOVE_NAMES = 'remove-names'

/** @returns undefined when no names of an inquiry with this reference are kept */
export async function namesOnlyPage(context: InboxContext, reference: string): Promise<DeskAnswer | undefined> {
  const { service, inbox, member } = context
  const found = await findKeptNames(service.store, inbox, reference)
  if (found.length === 0) return undefined
  await recordAudit(service, member.id, 'inquiry.opened', reference)
  return {
    title: `Names of ${reference}`,
    content: html`<p>The message was erased. The firm keeps these names, and nothing else, to find conflicts of interest (rule 4-1.18).</p>
      ${found.map(({ id, names: { name, otherParty, topic, status, endedAt } }) => {
        const facts = {
          Name: html`<bdi>${printable(name)}</bdi>`,
          'Other side': otherParty && html`<bdi>${printable(otherParty)}</bdi>`,
          Topic: topic && topicInWords(topic, service.practiceAreas),
          Received: timeElement(id.receivedAt),
          Ended: html`${status}, ${timeElement(endedAt)}`,
        }
        return html`<dl class="card">
            ${Object.entries(facts).map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
          </dl>
        ${
          member.owner || member.lawyer
            ? html`<form method="post" action="${inquiryPath(reference)}">${hiddenFields(member, { received: id.receivedAt })}
            <p>Without them, a later inquiry from the other side does not show that this person wrote to the firm.</p>
            <button type="submit" name="what" value="${REMOVE_NAMES}" class="danger">Remove the names for good</button></form>`
            : html`<p>An owner or a lawyer can remove them.</p>`
        }`
      })}
      <p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
  }
}

export async function removeNames({ service, member, form }: InboxContext, reference: string): Promise<DeskAnswer> {
  if (!member.owner && !member.lawyer)
    return {
      title: 'Nothing was removed',
      status: 403,
      content: html`<p>Only an owner or a lawyer can remove the names that are kept.</p>`,
    }
  const receivedAt = form.get('received') ?? ''
  await eraseNames(service, { reference, receivedAt }, member.id)
  return {
    title: `The names of ${reference} are removed`,
    content: html`<p>All that is left of the inquiry of ${officeTime(receivedAt)} is the record of what the staff did.</p>
      <p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
  }
}
