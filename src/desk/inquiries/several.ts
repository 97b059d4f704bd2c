/** `/desk/inquiries/several`: changes each ticked inquiry separately, or takes the changes back; then shows the list with the results. */
import { html } from 'hono/html'
import { checkConflicts, readConflictSources } from '../../conflicts/conflict-check.ts'
import { cursorOf, parseCursor } from '../../inquiries/inquiry-id.ts'
import { type ReplyTemplates, readReplyTemplates } from '../../firm/reply-template.ts'
import { type FullInquiry, readInFull } from '../../inquiries/record.ts'
import { letterLanguage } from '../../mail/person-letters.ts'
import { StoreUnavailable } from '../../ports.ts'
import { Problem } from '../../problem.ts'
import { once } from '../../memoize.ts'
import { undoReply } from '../../service/change-inquiry.ts'
import { type DeskPage, type InboxContext, withInbox } from '../page.ts'
import { type Outcome, performForm, type TypedForm } from './change-forms.ts'
import { queryString, readFilter } from './filter.ts'
import { INQUIRIES_PATH, inquirerName, inquiryPath, PICK_FIELD } from './inquiry-table.ts'
import { letterText } from './inquiry-forms.ts'
import * as list from './list-page.ts'
import words from '../words.json' with { type: 'json' }

/** `unsure`: the store failed, perhaps after the change. */
type SeveralOutcome = Outcome | 'unsure' | 'sent' | 'scheduled' | 'no-letter'

/** Has words only for outcomes that the forms of the list can cause. */
const REASONS: Readonly<Partial<Record<SeveralOutcome, string>>> = words.refusalsOfSeveral

/** Checkboxes that name no inquiry are ignored. `seen`: number of the last change that the member saw, or of the change to undo. */
function readPicks(form: URLSearchParams) {
  return [...new Set(form.getAll(PICK_FIELD))].flatMap((text) => {
    const slash = text.lastIndexOf('/')
    const id = parseCursor(text.slice(0, slash))
    const seen = Number(text.slice(slash + 1))
    return id && Number.isInteger(seen) ? [{ id, seen }] : []
  })
}
type Picked = ReturnType<typeof readPicks>[number]

/** A browser that reloads a page of results, or comes back to it after signing in, asks for this address. */
export const showSeveral: DeskPage = async () => ({ redirect: INQUIRIES_PATH })

export const changeSeveral = withInbox(async (context) => {
  const { service, form } = context
  const [action, picks] = [await list.findAction(service, form.get('what')), readPicks(form)]
  const search = form.get('search') ?? ''
  const refuse = (refused: list.Refused) => list.listPage(context, { parameters: form, search, refused })
  const nothingDone = (hint: string) =>
    refuse({ text: `Nothing was done: ${hint}.`, picked: new Set(picks.map(({ id }) => cursorOf(id))), status: 422 })
  if (!action) return nothingDone('press one of the buttons below the list')
  if (picks.length === 0) return nothingDone('select at least one inquiry first')
  if (picks.length > list.MAX_SEVERAL) return nothingDone(`tick at most ${list.MAX_SEVERAL} inquiries at once`)
  const sendAt = new Date(service.clock.now().getTime() + list.UNDO_MS).toISOString()
  const results = await changeEach(context, { ...action, typed: { ...action.typed, sendAt } }, picks)
  const changed = results.flatMap(({ id, seen, outcome }) => (outcome === 'done' ? `${cursorOf(id)}/${seen + 1}` : []))
  return resultPage(context, results, { action, undo: action.letter && changed.length > 0 ? changed : undefined })
})

export const undoSeveral = withInbox(async (context) => {
  const { service, member, inbox, form } = context
  const picks = readPicks(form).slice(0, list.MAX_SEVERAL)
  if (picks.length === 0) throw new Problem('invalid-request', { detail: 'There is nothing to take back.' })
  const results = await Promise.all(
    picks.map(async ({ id, seen }) => {
      const outcome = await undoReply(service, id, { seq: seen, by: member.id }).catch(unsure)
      const inquiry = outcome === 'done' ? undefined : await readInFull(service.store, inbox, id)
      return { id, seen, name: inquiry ? inquirerName(inquiry) : id.reference, outcome }
    }),
  )
  return resultPage(context, results, { action: list.UNDONE })
})

interface Result extends Picked {
  name: string
  outcome: SeveralOutcome
}

async function resultPage(context: InboxContext, results: readonly Result[], performed: Omit<list.Done, 'count'>) {
  const { action, undo } = performed
  const { service, form } = context
  const search = form.get('search') ?? ''
  const failed = results.filter(({ outcome }) => outcome !== 'done')
  const done = { action, count: results.length - failed.length, undo }
  const { values, before = '' } = readFilter(form, service)
  if (failed.length === 0 && search === '' && !undo)
    return { redirect: INQUIRIES_PATH + queryString(values, { before, done: action.name, count: String(done.count) }) }
  if (failed.length === 0) return list.listPage(context, { parameters: form, search, done })
  const wereNot = `${failed.length} of ${results.length} ${failed.length === 1 ? 'was' : 'were'} not.`
  const refused = {
    text: `${list.doneSentence(done)} ${wereNot}`,
    reasons: failed.map(
      ({ id, name, outcome }) =>
        html`<a href="${inquiryPath(id.reference)}"><bdi>${name}</bdi></a>
          <span class="reference">${id.reference}</span>: ${REASONS[outcome] ?? 'it was refused; open it and change it there'}.`,
    ),
    picked: new Set(failed.map(({ id }) => cursorOf(id))),
    status: done.count > 0 ? 200 : 409,
  }
  return list.listPage(context, { parameters: form, search, refused, done })
}

const unsure = (error: unknown) => {
  if (error instanceof StoreUnavailable) return 'unsure' as const
  throw error
}

async function changeEach(context: InboxContext, action: list.SeveralAction, picks: readonly Picked[]) {
  const { service, member, inbox, audit } = context
  const sources = once(() => readConflictSources(service, inbox))
  await audit('inquiries.listed', 'several')
  // All inquiries are read before the first change, so that results can be shown even if the store fails meanwhile.
  const read = await Promise.all(
    picks.map(async ({ id, seen }) => ({ id, seen, inquiry: await readInFull(service.store, inbox, id) })),
  )
  const letters = await readReplyTemplates(service.published)
  return Promise.all(
    read.map(async ({ id, seen, inquiry }) => {
      if (!inquiry) return { id, seen, name: id.reference, outcome: 'gone' as const }
      const form = new URLSearchParams({ seen: String(seen) })
      const check = async () => checkConflicts(await sources(), inquiry, service.hidesUnlisted)
      const typed = formFor(action, inquiry, { letters, service, member })
      const perform = (one: TypedForm) => performForm({ ...context, form }, inquiry, one, check).catch(unsure)
      const outcome = typeof typed === 'string' ? typed : await perform(typed)
      return { id, seen, name: inquirerName(inquiry), outcome }
    }),
  )
}

/** Refuses a letter after a conflict, where a lawyer decides how to decline, and with an appointment, which Undo would not restore. */
function formFor(
  { typed, letter: id }: list.SeveralAction,
  { record, state }: FullInquiry,
  { letters, service, member }: Pick<InboxContext, 'service' | 'member'> & { letters: ReplyTemplates },
): TypedForm | SeveralOutcome {
  if (id === undefined || !record) return typed
  if (state.lastFinding === 'conflict') return 'has-conflict'
  if (state.appointmentAt !== undefined) return 'scheduled'
  const language = letterLanguage(record.request.language, service.languages)
  const letter = letters[language]?.find((one) => one.id === id)
  return letter ? { ...typed, note: letterText(letter, record, { language, member }) } : 'no-letter'
}
