/**
 * `/desk/telephone`: a member of the staff writes down what a person says on the telephone. It becomes an inquiry like any other.
 */
import { html } from 'hono/html'
import { readFirmFacts } from '../../firm/translation.ts'
import { textOf } from '../../http/body.ts'
import { FIELD_NAMES, INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { calledRequest } from '../../inquiries/inquiry-request.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { StoreUnavailable } from '../../ports.ts'
import { writeDownCall } from '../../service/write-down-call.ts'
import type { DeskAnswer, DeskContext, DeskPage, Html } from '../page.ts'
import { alertBox } from '../ui/format.ts'
import { donePath } from './done-line.ts'
import {
  EMPTY_CALL,
  errorSummary,
  TELEPHONE_TITLE,
  telephoneForm,
  type Tick,
  TICKED,
  TICKS,
  type TypedCall,
} from './telephone-form.ts'

const RECEIPT_WITHOUT_ADDRESS = `${INQUIRY_FIELDS.email.label} is required for a receipt: ask for it, or untick the receipt.`
const NOT_STORED =
  'It is not certain that the call was stored, because the storage did not respond. What you wrote is still in the form: send it again, it is stored once.'

/** The form. */
export const showTelephone: DeskPage = (context) => formPage(context, EMPTY_CALL)

/** Stores the call, and leads to its inquiry. */
export const storeCall: DeskPage = async (context) => {
  const { service, member, form } = context
  const typed = readCall(form)
  const { values, ticks } = typed
  const parsed = calledRequest(service.inquiryRequest).safeParse(filledIn(values))
  const errors = { ...sentencesOf(parsed.error?.issues ?? []), ...receiptError(typed) }
  if (!parsed.success || Object.keys(errors).length > 0)
    return formPage(context, { ...typed, errors }, { alert: errorSummary(errors), status: 422 })
  const call = { writtenBy: member.id, isNoticeRead: ticks.has('noticesRead'), wantsReceipt: ticks.has('receipt') }
  try {
    return { redirect: donePath(await writeDownCall(service, parsed.data, call), 'status') }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    service.log('store.unavailable', { reason: error.message })
    return formPage(context, typed, { alert: alertBox(NOT_STORED), status: 503 })
  }
}

async function formPage(
  { service, member }: DeskContext,
  typed: TypedCall,
  { alert, status = 200 }: { alert?: Html; status?: number } = {},
): Promise<DeskAnswer> {
  const notices = await Promise.all(
    service.languages.map(
      async (language) => [language, (await readFirmFacts(language, service)).firm.notices] as const,
    ),
  )
  const values = { language: FIRST_LANGUAGE, ...typed.values }
  return {
    title: TELEPHONE_TITLE,
    status,
    content: html`${alert ?? ''}
      <p>It is stored as an inquiry: contacted, and assigned to you.</p>
      ${telephoneForm({ ...typed, values }, member, service, notices)}`,
  }
}

function readCall(form: URLSearchParams): TypedCall {
  const values = FIELD_NAMES.filter((name) => form.has(name)).map((name) => [name, textOf(form, name)])
  const ticks = (Object.keys(TICKS) as Tick[]).filter((name) => form.get(name) === TICKED)
  return { values: Object.fromEntries(values) as TypedCall['values'], ticks: new Set(ticks), errors: {} }
}

const filledIn = (values: TypedCall['values']) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

const receiptError = ({ values, ticks }: TypedCall): TypedCall['errors'] =>
  ticks.has('receipt') && !values.email?.trim() ? { email: RECEIPT_WITHOUT_ADDRESS } : {}

/** What is wrong, by field: the first fault of each, in the words of the schema. */
function sentencesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): TypedCall['errors'] {
  const wrong = FIELD_NAMES.flatMap((name) => {
    const issue = issues.find(({ path }) => path[0] === name)
    return issue ? [[name, `${INQUIRY_FIELDS[name].label} ${issue.message}.`] as const] : []
  })
  return Object.fromEntries(wrong)
}
