/**
 * `/desk/inquiries/:reference/erase`: erases one person's data. For owners.
 */
import { html } from 'hono/html'
import { findByReference } from '../practice/case-list.ts'
import { eraseInquiry } from '../practice/erasure.ts'
import type { InquiryId } from '../practice/inquiry.ts'
import { officeTime } from '../practice/office-time.ts'
import { parseReference } from '../practice/reference.ts'
import type { Service } from '../server/service.ts'
import { recordAudit } from './audit.ts'
import { hiddenFields } from './desk-form.ts'
import type { DeskAnswer, DeskPage, SignedIn } from './desk-page.ts'
import { INQUIRIES_PATH, inquiryPath } from './inquiry-table.ts'

export const showErase: DeskPage = async (request, who, service, { reference = '' }) => {
  const id = await find(service, reference, new URL(request.url).searchParams.get('received'))
  return id ? confirm(id, who) : gone
}

export const erase: DeskPage = async (_request, who, service, { reference = '' }, form) => {
  const id = await find(service, reference, form.get('received'))
  if (!id) return gone
  if (parseReference(form.get('confirm') ?? '') !== id.reference) return confirm(id, who, 'Nothing was erased: the reference you typed is another one.')
  await recordAudit(service, who.id, 'inquiry.erased', id.reference)
  if (!(await eraseInquiry(service, id, who.id))) return gone
  return {
    title: `${id.reference} is erased`,
    content: html`<p>The inquiry, its notes and its history are gone. What remains is that it was erased, when, and by whom.</p>
      <p>Copies elsewhere are yours to erase: mail that was written to the person, exports, backups of the store.</p>
      <p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
  }
}

/** @param received when the one that is meant was received, where two have the same reference */
async function find(service: Service, reference: string, received: string | null): Promise<InquiryId | undefined> {
  const found = await findByReference(service, reference)
  return found.length === 1 ? found[0] : found.find(({ receivedAt }) => receivedAt === received)
}

function confirm(id: InquiryId, who: SignedIn, error?: string): DeskAnswer {
  return {
    title: `Erase ${id.reference}?`,
    status: error ? 422 : 200,
    content: html`${error ? html`<p role="alert" class="summary"><strong>${error}</strong></p>` : ''}
      <p>This erases the inquiry received ${officeTime(id.receivedAt)}, with its notes and its history, for good. Nobody can bring it back.</p>
      <form method="post" action="${inquiryPath(id.reference)}/erase">
        ${hiddenFields(who, { received: id.receivedAt })}
        <div class="field">
          <label for="confirm">To confirm, type the reference</label>
          <input id="confirm" name="confirm" autocomplete="off" spellcheck="false" required${error ? html` aria-invalid="true"` : ''}>
        </div>
        <div class="actions">
          <button type="submit">Erase for good</button>
          <a class="button quiet" href="${inquiryPath(id.reference)}">Keep it</a>
        </div>
      </form>`,
  }
}

const gone: DeskAnswer = {
  title: 'There is nothing to erase',
  status: 404,
  content: html`<p>No inquiry has this reference, or it was erased already. <a href="${INQUIRIES_PATH}">All inquiries</a></p>`,
}
