/** `/desk/inquiries/several`: changes the inquiries that were ticked in the list, each by itself, and shows the list with what became of them. */
import { html } from 'hono/html'
import { type Folds, foldsOf } from '../../inquiries/folds.ts'
import { readState } from '../../inquiries/history.ts'
import { cursorOf } from '../../inquiries/list.ts'
import { openRows, type Row } from '../../inquiries/reader.ts'
import { StoreUnavailable } from '../../ports.ts'
import { recordAudit } from '../../staff/audit.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import { type DeskAnswer, type DeskPage, type InboxContext, withInbox } from '../page.ts'
import { queryString, readFilter } from './filter.ts'
import { INQUIRIES_PATH, inquiryPath, inquirerName } from './inquiry-table.ts'
import { listPage } from './list-page.ts'
import * as several from './several.ts'
import { readSeveral, type SeveralAction, type SeveralOutcome } from './several.ts'

/** The list, for those who load the page of a result again. */
export const showSeveral: DeskPage = async () => ({ redirect: INQUIRIES_PATH })

export const changeSeveral = withInbox(async (context) => {
  const { form } = context
  const { action, picks } = readSeveral(form)
  if (!action) return listAgain(context, 'press one of the buttons below the list')
  if (picks.length === 0) return listAgain(context, 'select at least one inquiry first')
  if (picks.length > several.MAX_SEVERAL)
    return listAgain(context, `tick at most ${several.MAX_SEVERAL} inquiries at once`)
  return changeEach(context, { action, picks })
})

/** @param hint what to do first */
function listAgain(context: InboxContext, hint: string): Promise<DeskAnswer> {
  const { form } = context
  const { picks } = readSeveral(form)
  const picked = new Set(picks.map(({ id }) => cursorOf(id)))
  const refused = { text: `Nothing was done: ${hint}.`, picked, status: 422 }
  return listPage(context, { parameters: form, search: form.get('search') ?? '', refused })
}

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
  const hidesConflicts = action.name === 'spam' && !member.lawyer
  const folds: Folds = hidesConflicts
    ? await foldsOf({ ...service, foldsUnlisted: false }, inbox, rows)
    : () => undefined
  const results = await Promise.all(
    picks.map(async (pick) => {
      const record = rows.find(({ id }) => cursorOf(id) === cursorOf(pick.id))?.record
      const needsLawyer = ['adverse', 'unchecked'].includes(folds(pick.id) ?? '')
      const outcome = needsLawyer ? 'not-lawyer' : await changeOne(context, order, { ...pick, record })
      return { ...pick, outcome }
    }),
  )
  const failed = results.flatMap(({ id, outcome }) =>
    outcome === 'done' ? [] : [{ id, why: several.REASONS[outcome] ?? several.OTHER_REASON }],
  )
  const done = { action, count: picks.length - failed.length }
  const search = form.get('search') ?? ''
  const { values, before = '' } = readFilter(form, service)
  if (failed.length === 0 && search === '')
    return { redirect: INQUIRIES_PATH + queryString(values, { before, ...several.doneParameters(done) }) }
  if (failed.length === 0) return listPage(context, { parameters: form, search, done })
  const reasonOf = ({ id, why }: (typeof failed)[number]) =>
    html`<a href="${inquiryPath(id.reference)}"><bdi>${names.get(cursorOf(id)) ?? id.reference}</bdi></a>
      <span class="reference">${id.reference}</span>: ${why}.`
  const wereNot = `${failed.length} of ${picks.length} ${failed.length === 1 ? 'was' : 'were'} not.`
  const refused = {
    text: `${several.doneSentence(done)} ${wereNot}`,
    reasons: failed.map(reasonOf),
    picked: new Set(failed.map(({ id }) => cursorOf(id))),
    status: done.count > 0 ? 200 : 409,
  }
  return listPage(context, { parameters: form, search, refused }).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    return { title: 'Inquiries', status: refused.status, content: several.refusal(refused) }
  })
}

async function changeOne(
  { service, member }: InboxContext,
  { action }: Order,
  { id, seen, record }: Order['picks'][number] & Pick<Row, 'record'>,
): Promise<SeveralOutcome> {
  try {
    const editor = { seen, by: member.id }
    return await changeInquiry(service, { id, record }, action.change, editor)
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unsure'
    throw error
  }
}
