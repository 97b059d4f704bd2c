/** `/desk/telephone`: a member writes down a call in two steps. Names are searched for conflicts before the person says more. */
import { html } from 'hono/html'
import { visibleText } from '../../letters.ts'
import { readFirmFacts } from '../../firm/published-facts.ts'
import { listOf } from '../../http/body.ts'
import { type Asked, checkConflicts, readConflictSources } from '../../conflicts/conflict-check.ts'
import { FIELD_NAMES, fieldValues, inOneText } from '../../inquiries/inquiry-fields.ts'
import { callBackDay } from '../../inquiries/inquiry-request.ts'
import { isSafe } from '../../inquiries/safe-contact.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { monthAt } from '../../dates.ts'
import { StoreUnavailable } from '../../ports.ts'
import { writeDownCall } from '../../service/write-down-call.ts'
import { type DeskAnswer, type DeskPage, type Html, type InboxContext, withInbox } from '../page.ts'
import { alertBox } from '../ui.ts'
import { donePath } from './card.ts'
import { withStates } from './conflicts.ts'
import {
  CALL_BACK,
  callErrors,
  isOfNames,
  callLabel,
  messageForm,
  namesForm,
  STEP_FIELD,
  STEPS,
  TELEPHONE_TITLE,
  TICKED,
  TICKS,
  type Tick,
  type TypedCall,
} from './telephone-form.ts'
import words from '../words.json' with { type: 'json' }

interface Refusal {
  alert?: Html
  status?: number
}

export const showTelephone: DeskPage = (context) =>
  namesPage(context, { values: { language: FIRST_LANGUAGE }, callBack: '', ticks: new Set(), errors: {} })

export const writeDown = withInbox(async (context) => {
  const { service, member, form } = context
  const typed = readCall(form)
  const step = form.get(STEP_FIELD)
  if (step === STEPS.names) return namesPage(context, typed)
  const filledIn = Object.fromEntries(
    Object.entries(typed.values).filter(([, value]) => visibleText(inOneText(value) ?? '')),
  )
  // The firm may not listen to a caller with a possible conflict.
  const spoken = step === STEPS.store ? filledIn : { ...filledIn, message: words.call.notTakenDown }
  const parsed = service.reachableRequest.safeParse(spoken)
  const callBack = callBackDay(service.clock)
    .optional()
    .safeParse(typed.callBack || undefined)
  const errors = {
    ...sentencesOf(parsed.error?.issues ?? []),
    ...(callBack.error && { [CALL_BACK]: `${callLabel(CALL_BACK)} ${callBack.error.issues[0]?.message}.` }),
    ...(callBack.data && parsed.data && !isSafe(parsed.data, 'telephone') && { [CALL_BACK]: words.call.notSafe }),
  }
  const refused = { ...typed, errors }
  if (Object.keys(errors).some(isOfNames)) return namesPage(context, refused, { status: 422 })
  const isWrong = !parsed.success || !callBack.success || CALL_BACK in errors
  if (isWrong || (step !== STEPS.store && step !== STEPS.storeNames))
    return messagePage(context, refused, { status: isWrong ? 422 : 200 })
  const { ticks } = typed
  const call = {
    writtenBy: member.id,
    isNoticeRead: ticks.has('noticesRead'),
    wantsReceipt: ticks.has('receipt'),
    callBack: callBack.data,
  }
  try {
    return { redirect: donePath(await writeDownCall(service, parsed.data, call), 'take') }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    service.log('store.unavailable', { reason: error.message })
    return messagePage(context, typed, { alert: alertBox(words.call.notStored), status: 503 })
  }
})

function readCall(form: URLSearchParams): TypedCall {
  const ticks = (Object.keys(TICKS) as Tick[]).filter((name) => form.get(name) === TICKED)
  const values = fieldValues((name) => listOf(form, name))
  return { values, callBack: form.get(CALL_BACK) ?? '', ticks: new Set(ticks), errors: {} }
}

/** Each field shows its first error, in the words of the schema. */
function sentencesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): TypedCall['errors'] {
  const wrong = FIELD_NAMES.flatMap((name) => {
    const issue = issues.find(({ path }) => path[0] === name)
    return issue ? [[name, `${callLabel(name)} ${issue.message}.`] as const] : []
  })
  return Object.fromEntries(wrong)
}

const answerOf = ({ errors }: TypedCall, { alert, status = 200 }: Refusal, form: Html): DeskAnswer => ({
  title: TELEPHONE_TITLE,
  status,
  content: html`${alert ?? (status === 422 ? callErrors(errors) : '')}${form}`,
})

async function namesPage(
  { service, member }: Pick<InboxContext, 'service' | 'member'>,
  typed: TypedCall,
  refusal: Refusal = {},
): Promise<DeskAnswer> {
  const notices = await Promise.all(
    service.languages.map(
      async (language) => [language, (await readFirmFacts(language, service)).firm.notices] as const,
    ),
  )
  return answerOf(typed, refusal, namesForm(typed, { member, service }, notices))
}

async function messagePage(context: InboxContext, typed: TypedCall, refusal: Refusal): Promise<DeskAnswer> {
  const { service, member, inbox } = context
  const [sources] = await Promise.all([
    readConflictSources(service, inbox),
    context.audit('inquiries.searched', monthAt(service.clock.now())),
  ])
  const asked = { id: { reference: '', receivedAt: '' }, record: { request: typed.values as Asked }, history: [] }
  const check = await checkConflicts(sources, asked)
  const shown = check && (await withStates(service.store, check))
  return answerOf(typed, refusal, shown ? messageForm(typed, { member, service }, shown) : html``)
}
