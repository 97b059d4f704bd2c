/** `/desk/inquiries/:reference/erase`: an owner erases the inquiries of one person. */
import { html } from 'hono/html'
import { isHeld } from '../../inquiries/change.ts'
import { cursorOf, type InquiryId, parseCursor, parseReference } from '../../inquiries/inquiry-id.ts'
import { type FullInquiry, readByReference } from '../../inquiries/record.ts'
import { isSameEmail } from '../../email-address.ts'
import { monthAt } from '../../dates.ts'
import { countUnopened, readParties } from '../../conflicts/party-search.ts'
import { eraseInquiries } from '../../service/erasure.ts'
import { forgetOffer } from '../claims/forget.ts'
import { type DeskAnswer, type Html, type SignedIn, type InboxContext, withInbox } from '../page.ts'
import { ALL_INQUIRIES_LINK, inquiryPath, unopenedInWords } from './inquiry-table.ts'
import { alertBox, asTyped, deskForm, describedByAlert, lineField, tickField, timeElement } from '../ui.ts'
import { refusalText } from './change-forms.ts'
import { LOOK_UP_PATH } from './look-up-page.ts'

const KEEP_NAMES = 'keep-names'
const NO_DISPUTE = 'no-dispute'

export const showErase = withInbox(async (context) => {
  const inquiry = await findInquiry(context, context.url.searchParams.get('received'))
  return inquiry ? renderPage(context, inquiry) : NOTHING_TO_ERASE
})

export const erase = withInbox(async (context) => {
  const { form } = context
  const inquiry = await findInquiry(context, form.get('received'))
  if (!inquiry) return NOTHING_TO_ERASE
  if (!inquiry.stored) return renderPage(context, inquiry)
  const ticked = form.getAll('inquiry').flatMap((text) => parseCursor(text) ?? [])
  const fault = await faultOf(context, inquiry, ticked)
  if (fault) return renderPage(context, inquiry, { ticked, error: `Nothing was erased: ${fault}` })
  return eraseTicked(context, ticked, inquiry.record?.request.email)
})

async function faultOf(context: InboxContext, inquiry: FullInquiry, ticked: readonly InquiryId[]) {
  const { form } = context
  const { id } = inquiry
  const { reference } = id
  if (ticked.length === 0) return 'no inquiry is checked.'
  if (!ticked.some((one) => cursorOf(one) === cursorOf(id))) return `${reference} is not checked.`
  if (parseReference(form.get('confirm') ?? '') !== reference) return 'you typed a different reference.'
  if (!form.has(NO_DISPUTE)) return 'check the box that nothing prevents it, or keep it.'
  if (ticked.length === 1) return undefined
  // The page offers only inquiries from the same address.
  const offered = new Set([id, ...((await findOthers(context, inquiry))?.ids ?? [])].map(cursorOf))
  return ticked.every((one) => offered.has(cursorOf(one)))
    ? undefined
    : 'one that is checked is from another person, or is gone.'
}

const heldWords = (references: readonly string[]) =>
  `Not erased, because of a legal hold: ${references.join(', ')}. A lawyer can end the hold on the page of the inquiry.`

async function eraseTicked({ service, inbox, member, form }: InboxContext, ids: readonly InquiryId[], email?: string) {
  const keepsNames = form.has(KEEP_NAMES)
  const { erased, held } = await eraseInquiries(service, inbox, ids, { by: member.id, keepsNames })
  if (erased.length === 0) return held.length > 0 ? nothingErased(heldWords(held)) : NOTHING_TO_ERASE
  return {
    title: erased.length === 1 ? `${erased[0]} is erased` : `${erased.length} inquiries are erased`,
    content: html`<p>
        Erased: ${erased.join(', ')}, with message, notes, history, and unsent mail about it. Only a record remains that it was
        erased, when, and by whom${keepsNames ? ', and the names, for conflict checks' : ''}.
      </p>
      ${held.length > 0 ? html`<p><strong>${heldWords(held)}</strong></p>` : ''}
      <p>
        You must erase copies elsewhere: e-mail to and from the person, exports, backups of the store, and the firm’s own
        list, if it names them.
      </p>
      ${email === undefined ? '' : forgetOffer(email, member)}
      ${ALL_INQUIRIES_LINK}`,
  }
}

/** @param received time of receipt, which tells two inquiries with the same reference apart */
async function findInquiry({ service, inbox, params: { reference = '' } }: InboxContext, received: string | null) {
  const found = await readByReference(service.store, inbox, reference)
  return found.length === 1 ? found[0] : found.find(({ id }) => id.receivedAt === received)
}

/** Finds other inquiries from the same e-mail address, and records the search. @returns undefined if there is no address */
async function findOthers({ service, inbox, audit }: InboxContext, { id, record }: FullInquiry) {
  const email = record?.request.email
  if (email === undefined) return undefined
  await audit('inquiries.searched', monthAt(service.clock.now()))
  const parties = await readParties(service, inbox)
  const isOfPerson = ({ texts }: (typeof parties)[number]) =>
    texts.some(({ field, text }) => field === 'email' && isSameEmail(text, email))
  const others = parties.filter((one) => isOfPerson(one) && cursorOf(one.id) !== cursorOf(id))
  return { ids: others.map((one) => one.id), unopened: countUnopened(parties) }
}

interface Refused {
  ticked: readonly InquiryId[]
  error: string
}

async function renderPage(context: InboxContext, inquiry: FullInquiry, refused?: Refused): Promise<DeskAnswer> {
  if (!inquiry.stored) return nothingErased(refusalText('damaged'))
  if (isHeld(inquiry.history)) return nothingErased(heldWords([inquiry.id.reference]))
  await context.audit('inquiry.opened', inquiry.id.reference)
  return {
    title: `Erase ${inquiry.id.reference}?`,
    status: refused ? 422 : 200,
    content: html`${senderSummary(inquiry, context.member)}
      ${await eraseForm(context, inquiry, refused)}`,
  }
}

const NOTHING_TO_ERASE: DeskAnswer = {
  title: 'There is nothing to erase',
  status: 404,
  content: html`<p>No inquiry has this reference, or it was already erased.</p>
    ${ALL_INQUIRIES_LINK}`,
}

const nothingErased = (why: string): DeskAnswer => ({
  title: 'Nothing was erased',
  status: 409,
  content: html`${alertBox(why)} ${ALL_INQUIRIES_LINK}`,
})

function senderSummary({ record }: FullInquiry, member: SignedIn): Html {
  if (!record)
    return html`<p>It was encrypted for another key, so its sender and their other inquiries are not known.</p>`
  const { name, email } = record.request
  const address = email === undefined ? 'without an e-mail address' : asTyped(email)
  return html`<p>
      Sent by <strong>${asTyped(name)}</strong>, ${address}. ${email === undefined ? 'Other inquiries' : 'Inquiries from another address'} are found only by
      <a href="${LOOK_UP_PATH}">look-up</a>.
    </p>
    ${email === undefined ? '' : forgetOffer(email, member)}`
}

async function eraseForm(context: InboxContext, inquiry: FullInquiry, refused: Refused | undefined): Promise<Html> {
  const { service, member, form } = context
  const { id } = inquiry
  const found = await findOthers(context, inquiry)
  const others = found?.ids ?? []
  const keepsNames = !refused || form.has(KEEP_NAMES)
  const tickOf = (one: InquiryId) => {
    const [value, received] = [cursorOf(one), timeElement(one.receivedAt)]
    const isTicked = refused?.ticked.some((other) => cursorOf(other) === value) ?? true
    return tickField({ name: 'inquiry', value, isTicked }, html`${one.reference}, received ${received}`)
  }
  const path = inquiryPath(id.reference)
  const othersInWords = ['No others', '1 other'][others.length] ?? `${others.length} others`
  const typed = form.get('confirm') ?? ''
  const confirmField = lineField('confirm', `To confirm, type the reference ${id.reference}`, typed, {
    attributes: html` autocomplete="off" spellcheck="false" required${refused ? describedByAlert : ''}`,
  })
  const content = html`<fieldset>
      <legend>Erase, with notes, history and unsent mail about it</legend>
      ${[id, ...others].map(tickOf)}
    </fieldset>
    <p>${found ? html`${othersInWords} from this e-mail address found; all inquiries were searched. ${unopenedInWords(found.unopened)}` : ''} Erased inquiries cannot be restored.</p>
    ${service.keepsNames ? tickField({ name: KEEP_NAMES, isTicked: keepsNames }, 'Keep the names, for conflict checks (rule 4-1.18)') : ''}
    ${tickField({ name: NO_DISPUTE, isTicked: form.has(NO_DISPUTE) }, 'There is no dispute, complaint or subpoena for which it must be kept (rule 4-3.4(a))')}
    ${confirmField}
    <div class="actions">
      <button type="submit" class="danger">Erase for good</button>
      <a class="button quiet" href="${path}">Keep it</a>
    </div>`
  const attributes = html` autocomplete="off"`
  const options = { action: `${path}/erase`, fields: { received: id.receivedAt }, className: 'form', attributes }
  return html`${refused ? alertBox(refused.error) : ''} ${deskForm(member, options, content)}`
}
