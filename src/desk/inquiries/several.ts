/** `/desk/inquiries/several`: changes the ticked inquiries one by one, and shows the list with the results. */
import { html } from 'hono/html'
import { checkConflicts, readConflictSources } from '../../conflicts/conflict-check.ts'
import { cursorOf, parseCursor } from '../../inquiries/inquiry-id.ts'
import { readInFull } from '../../inquiries/record.ts'
import { StoreUnavailable } from '../../ports.ts'
import { once } from '../../remembered.ts'
import { type DeskPage, type InboxContext, withInbox } from '../page.ts'
import { type Outcome, performForm, type TypedForm } from './change-forms.ts'
import { queryString, readFilter } from './filter.ts'
import { INQUIRIES_PATH, inquirerName, inquiryPath, PICK_FIELD } from './inquiry-table.ts'
import { doneSentence, findAction, listPage, MAX_SEVERAL, type Refused } from './list-page.ts'

/** `unsure`: the store failed, perhaps after the change. */
const REASONS: Readonly<Partial<Record<Outcome | 'unsure', string>>> = {
  changed: 'someone else changed it meanwhile; open it and look',
  gone: 'it was erased meanwhile',
  nothing: 'it already was',
  'out-of-turn': 'its status does not allow this; open it and see what may follow',
  'has-conflict': 'it is marked as a conflict, so its status does not allow this; open it and see what may follow',
  'not-lawyer': 'somebody in it may be on the other side, so a lawyer of the firm decides; open it and see who',
  full: 'it has reached the maximum number of changes',
  unsure: 'the store failed; open it to see whether it was changed',
}
/** The form of the list cannot cause the other outcomes. */
const OTHER_REASON = 'it was refused; open it and change it there'

/** Boxes that name no inquiry are ignored. `seen` is the number of the last change that the member saw. */
function readSeveral(form: URLSearchParams) {
  const picks = [...new Set(form.getAll(PICK_FIELD))].flatMap((text) => {
    const place = text.lastIndexOf('/')
    const id = parseCursor(text.slice(0, place))
    const seen = Number(text.slice(place + 1))
    return id && Number.isInteger(seen) ? [{ id, seen }] : []
  })
  return { action: findAction(form.get('what')), picks }
}

/** A member may load the page of a result again. */
export const showSeveral: DeskPage = async () => ({ redirect: INQUIRIES_PATH })

export const changeSeveral = withInbox(async (context) => {
  const { service, form } = context
  const { action, picks } = readSeveral(form)
  const search = form.get('search') ?? ''
  const refuse = (refused: Refused) => listPage(context, { parameters: form, search, refused })
  const nothingDone = (hint: string) =>
    refuse({ text: `Nothing was done: ${hint}.`, picked: new Set(picks.map(({ id }) => cursorOf(id))), status: 422 })
  if (!action) return nothingDone('press one of the buttons below the list')
  if (picks.length === 0) return nothingDone('select at least one inquiry first')
  if (picks.length > MAX_SEVERAL) return nothingDone(`tick at most ${MAX_SEVERAL} inquiries at once`)
  const failed = await changeEach(context, action.typed, picks)
  const done = { action, count: picks.length - failed.length }
  const { values, before = '' } = readFilter(form, service)
  if (failed.length === 0 && search === '')
    return { redirect: INQUIRIES_PATH + queryString(values, { before, done: action.name, count: String(done.count) }) }
  if (failed.length === 0) return listPage(context, { parameters: form, search, done })
  const wereNot = `${failed.length} of ${picks.length} ${failed.length === 1 ? 'was' : 'were'} not.`
  return refuse({
    text: `${doneSentence(done)} ${wereNot}`,
    reasons: failed.map(
      ({ id, name, why }) =>
        html`<a href="${inquiryPath(id.reference)}"><bdi>${name}</bdi></a>
          <span class="reference">${id.reference}</span>: ${why}.`,
    ),
    picked: new Set(failed.map(({ id }) => cursorOf(id))),
    status: done.count > 0 ? 200 : 409,
  })
})

async function changeEach(
  { service, member, inbox, audit }: InboxContext,
  typed: TypedForm,
  picks: ReturnType<typeof readSeveral>['picks'],
) {
  const sources = once(() => readConflictSources(service, inbox))
  await audit('inquiries.listed', 'several')
  // All are read before the first change, so that results can be shown even if the store fails meanwhile.
  const read = await Promise.all(
    picks.map(async ({ id, seen }) => ({ id, seen, inquiry: await readInFull(service.store, inbox, id) })),
  )
  const results = await Promise.all(
    read.map(async ({ id, seen, inquiry }) => {
      if (!inquiry) return { id, name: id.reference, outcome: 'gone' as const }
      const form = new URLSearchParams({ seen: String(seen) })
      const check = async () => checkConflicts(await sources(), inquiry, service.hidesUnlisted)
      const outcome = await performForm({ service, member, form }, inquiry, typed, check).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return 'unsure' as const
        throw error
      })
      return { id, name: inquirerName(inquiry), outcome }
    }),
  )
  return results.flatMap(({ outcome, ...one }) =>
    outcome === 'done' ? [] : [{ ...one, why: REASONS[outcome] ?? OTHER_REASON }],
  )
}
