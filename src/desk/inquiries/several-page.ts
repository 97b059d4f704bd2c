/** `/desk/inquiries/several`: changes the inquiries that were ticked in the list, each by itself, and says what became of each. */
import { html } from 'hono/html'
import { type Folds, foldsOf } from '../../inquiries/folds.ts'
import { readState } from '../../inquiries/history.ts'
import { cursorOf } from '../../inquiries/list.ts'
import { openRows, type Row } from '../../inquiries/reader.ts'
import { SPAM_STATUS } from '../../inquiries/status.ts'
import { StoreUnavailable } from '../../ports.ts'
import { recordAudit } from '../../staff/audit.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import { currentStaff } from '../../staff/staff-member.ts'
import { hiddenFields, alertBox } from '../ui.ts'
import { type DeskAnswer, type DeskPage, type InboxContext, withInbox } from '../page.ts'
import { queryString, readFilter } from './filter.ts'
import { INQUIRIES_PATH, inquiryPath, inquirerName, PICK_FIELD } from './inquiry-table.ts'
import { listPage } from './list-page.ts'
import { doneSentence, MAX_SEVERAL, readSeveral, REASONS, type SeveralAction, type SeveralOutcome } from './several.ts'

/** The list, for those who load the page of a result again. */
export const showSeveral: DeskPage = async () => ({ redirect: INQUIRIES_PATH })

/** Applies the button that was pressed to what was ticked. */
export const changeSeveral = withInbox(async (context) => {
  const { service, form } = context
  const { action, assignee, picks } = readSeveral(form)
  if (!action) return listAgain(context, 'press one of the buttons below the list')
  if (picks.length === 0) return listAgain(context, 'select at least one inquiry first')
  if (picks.length > MAX_SEVERAL) return listAgain(context, `tick at most ${MAX_SEVERAL} inquiries at once`)
  const assigned = action.change(assignee).assignee
  if (assigned && !(await currentStaff(service)).has(assigned))
    return listAgain(context, 'choose a current member of staff')
  return changeEach(context, { action, assignee, picks })
})

/** @param hint what to do first */
function listAgain(context: InboxContext, hint: string): Promise<DeskAnswer> {
  const { form } = context
  const text = `Nothing was done: ${hint}.`
  const refused = { text, picked: form.getAll(PICK_FIELD), assignee: readSeveral(form).assignee }
  return listPage(context, { parameters: form, search: form.get('search') ?? '', refused })
}

/** A form that can be carried out. */
type Order = ReturnType<typeof readSeveral> & { action: SeveralAction }

async function changeEach(context: InboxContext, order: Order): Promise<DeskAnswer> {
  const { action, picks } = order
  const { service, member, inbox, form } = context
  // Read before anything is changed: what became of each can then be said even if the store fails meanwhile.
  const [rows] = await Promise.all([
    Promise.all(picks.map(async ({ id }) => ({ id, state: await readState(service.store, id) }))).then((listed) =>
      openRows(service.store, inbox, listed),
    ),
    recordAudit(service, member.id, 'inquiries.listed', 'several'),
  ])
  const names = new Map(rows.map((row) => [cursorOf(row.id), inquirerName(row)]))
  const hidesConflicts = action.change('').status === SPAM_STATUS && !member.lawyer
  const folds: Folds = hidesConflicts
    ? await foldsOf({ ...service, foldsUnlisted: false }, inbox, rows)
    : () => undefined
  const results = await Promise.all(
    picks.map(async (pick) => {
      const record = rows.find(({ id }) => cursorOf(id) === cursorOf(pick.id))?.record
      const needsLawyer = ['conflict', 'unchecked'].includes(folds(pick.id) ?? '')
      const outcome = needsLawyer ? 'not-lawyer' : await changeOne(context, order, { ...pick, record })
      return { id: pick.id, outcome }
    }),
  )
  const failed = results.flatMap(({ id, outcome }) => (outcome === 'done' ? [] : [{ id, why: REASONS[outcome] }]))
  const done = picks.length - failed.length
  const search = form.get('search') ?? ''
  const { values, before = '' } = readFilter(form, service)
  if (failed.length === 0 && search === '')
    return { redirect: INQUIRIES_PATH + queryString(values, { before, done: action.name, count: String(done) }) }
  const sentence = doneSentence(action, done)
  const item = ({ id, why }: (typeof failed)[number]) =>
    html`<li><a href="${inquiryPath(id.reference)}"><bdi>${names.get(cursorOf(id)) ?? id.reference}</bdi></a> <span class="reference">${id.reference}</span>: ${why}.</li>`
  return {
    title: 'Several inquiries',
    status: done > 0 ? 200 : 409,
    content: html`${failed.length === 0 ? html`<p role="status" class="outcome">${sentence}</p>` : alertBox(`${sentence} ${failed.length} of ${picks.length} ${failed.length === 1 ? 'was' : 'were'} not.`)}
      ${failed.length > 0 ? html`<ul class="failed">${failed.map(item)}</ul>` : ''}
      ${search === '' ? html`<p><a href="${INQUIRIES_PATH}${queryString(values, { before })}">Back to the list</a></p>` : html`<form method="post" action="${INQUIRIES_PATH}">${hiddenFields(member, { ...values, search, before })}<button type="submit" class="quiet">Back to the search</button></form>`}`,
  }
}

async function changeOne(
  { service, member }: InboxContext,
  { action, assignee }: Order,
  { id, seen, record }: Order['picks'][number] & Pick<Row, 'record'>,
): Promise<SeveralOutcome> {
  try {
    return await changeInquiry(service, { id, record }, action.change(assignee), { seen, by: member.id })
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unsure'
    throw error
  }
}
