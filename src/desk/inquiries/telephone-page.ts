/** `/desk/telephone`: a member of the staff writes down what a person says on the telephone. It becomes an inquiry like any other. */
import { html } from 'hono/html'
import { readFirmFacts } from '../../firm/published-facts.ts'
import { listOf } from '../../http/body.ts'
import {
  FIELD_NAMES,
  fieldValues,
  INQUIRY_FIELDS,
  inOneText,
  type FieldControl,
  type FieldName,
  type FieldValues,
  NEEDED_FIELDS,
  WAY_FIELDS,
} from '../../inquiries/inquiry-fields.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, languageInWords } from '../../language.ts'
import { StoreUnavailable } from '../../ports.ts'
import { writeDownCall } from '../../service/write-down-call.ts'
import type { DeskAnswer, DeskContext, DeskPage, Html, SignedIn } from '../page.ts'
import { alertBox, hiddenFields } from '../ui.ts'
import { donePath } from './inquiry-page.ts'
import { type Notices, noticesOf } from '../../firm/notices.ts'
import { LAWYER_ANSWERS } from '../../inquiries/has-lawyer.ts'
import { WAYS } from '../../inquiries/safe-contact.ts'
import { WRITING_FOR } from '../../inquiries/writing-for.ts'
import { topicInWords, topicsOf } from '../../firm/topics.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'

const RECEIPT_WITHOUT_ADDRESS = `${INQUIRY_FIELDS.email.label} is required for a receipt: ask for it, or untick the receipt.`
const NOT_STORED =
  'It is not certain that the call was stored, because the storage did not respond. What you wrote is still in the form: send it again, it is stored once.'

export const showTelephone: DeskPage = (context) => formPage(context, EMPTY_CALL)

/** Stores the call, and leads to its inquiry. */
export const storeCall: DeskPage = async (context) => {
  const { service, member, form } = context
  const typed = readCall(form)
  const { values, ticks } = typed
  const filledIn = Object.fromEntries(Object.entries(values).filter(([, value]) => inOneText(value)?.trim()))
  const parsed = service.reachableRequest.safeParse(filledIn)
  const lacksAddress = ticks.has('receipt') && filledIn.email === undefined
  const errors = {
    ...sentencesOf(parsed.error?.issues ?? []),
    ...(lacksAddress && { email: RECEIPT_WITHOUT_ADDRESS }),
  }
  if (!parsed.success || Object.keys(errors).length > 0)
    return formPage(context, { ...typed, errors }, { alert: errorSummary(errors), status: 422 })
  const call = { writtenBy: member.id, isNoticeRead: ticks.has('noticesRead'), wantsReceipt: ticks.has('receipt') }
  try {
    return { redirect: donePath(await writeDownCall(service, parsed.data, call), 'assignee') }
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
      <p>The call is stored as a new inquiry, assigned to you. It is late like any other when no one answers it.</p>
      ${telephoneForm({ ...typed, values }, member, service, notices)}`,
  }
}

function readCall(form: URLSearchParams): TypedCall {
  const ticks = (Object.keys(TICKS) as Tick[]).filter((name) => form.get(name) === TICKED)
  return { values: fieldValues((name) => listOf(form, name)), ticks: new Set(ticks), errors: {} }
}

/** What is wrong, by field: the first fault of each, in the words of the schema. */
function sentencesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): TypedCall['errors'] {
  const wrong = FIELD_NAMES.flatMap((name) => {
    const issue = issues.find(({ path }) => path[0] === name)
    return issue ? [[name, `${INQUIRY_FIELDS[name].label} ${issue.message}.`] as const] : []
  })
  return Object.fromEntries(wrong)
}

const TELEPHONE_PATH = `${PATHS.desk}/telephone`
const TELEPHONE_TITLE = 'Write down a call'

/** The ticks of the form, and what each says. */
const TICKS = {
  noticesRead: 'I read these notices to the person',
  receipt: 'The person wants a receipt by e-mail',
} as const
export type Tick = keyof typeof TICKS
const TICKED = 'yes'

interface TypedCall {
  values: FieldValues
  ticks: ReadonlySet<Tick>
  /** Sentences by field. */
  errors: Readonly<Partial<Record<FieldName, string>>>
}

const EMPTY_CALL: TypedCall = { values: {}, ticks: new Set(), errors: {} }

const HINTS: Readonly<Partial<Record<FieldName, string>>> = {
  email: 'This or a telephone number is needed.',
  safeContact: 'Those that are safe. None chosen: all are.',
  otherParty: 'Conflicts are searched as soon as the call is stored.',
}

/** The link to the form, at the top of the pages of inquiries. */
export const telephoneLink = html`<div class="beside-title on-screen"><a href="${TELEPHONE_PATH}">${TELEPHONE_TITLE}</a></div>`

/** @param notices those to read out, by language */
function telephoneForm(
  typed: TypedCall,
  member: SignedIn,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
  notices: readonly (readonly [Language, Notices])[],
): Html {
  const choices = {
    topics: [
      ['', 'none of these'],
      ...topicsOf(practiceAreas).map((topic) => [topic, topicInWords(topic, practiceAreas)]),
    ],
    languages: LANGUAGES.map((tag) => [tag, languageInWords(tag)]),
    lawyerAnswers: answersIn(LAWYER_ANSWERS),
    writingFor: answersIn(WRITING_FOR),
    safeContact: WAYS.map((way) => [way, way]),
  }
  return html`<form method="post" action="${TELEPHONE_PATH}" class="call" novalidate>
    ${hiddenFields(member)}
    <div>${FIELD_NAMES.filter((name) => name !== 'language').map((name) => fieldOf(name, typed, choices))}</div>
    <div class="aside">
      ${fieldOf('language', typed, choices)}
      ${notices.map(
        ([language, texts]) => html`<section class="read-out" lang="${language}">
        <h2 lang="en">Read out, in ${languageInWords(language)}</h2>
        ${noticesOf('telephoneCall', texts).map((notice) => html`<p>${notice}</p>`)}
      </section>`,
      )}
      ${Object.entries(TICKS).map(([name, label]) => html`<p class="tick"><label><input type="checkbox" name="${name}" value="${TICKED}"${typed.ticks.has(name as Tick) ? html` checked` : ''}> <span>${label}</span></label></p>`)}
      <button type="submit">Store the call as an inquiry</button>
    </div>
  </form>`
}

const answersIn = (answers: readonly string[]) => [
  ['', 'not asked'],
  ...answers.map((answer) => [answer, answer.replace('_', ' ')]),
]

type Choices = Readonly<Record<Extract<FieldControl, { from: string }>['from'], readonly (readonly string[])[]>>

function fieldOf(name: FieldName, { values, errors }: TypedCall, choices: Choices): Html {
  const { label, control } = INQUIRY_FIELDS[name]
  const [hint, error] = [HINTS[name], errors[name]]
  const isRequired = NEEDED_FIELDS.includes(name)
  const hasNoMark = isRequired || WAY_FIELDS.includes(name) || 'from' in control
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}"${isRequired ? html` required` : ''}${described ? html` aria-describedby="${described}"` : ''}${error ? html` aria-invalid="true"` : ''}`
  return html`<div class="field">
    <label for="${name}">${label}${hasNoMark ? '' : html` <span class="optional">(optional)</span>`}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${error ? html`<p class="error" id="${name}-error"><span class="visually-hidden">Error: </span>${error}</p>` : ''}
    ${controlOf(control, [values[name] ?? ''].flat(), attributes, choices)}
  </div>`
}

/** The names and numbers are those of the caller, so the browser proposes none of the member's own. */
function controlOf(control: FieldControl, values: readonly string[], attributes: Html, choices: Choices): Html {
  const [value = ''] = values
  if ('from' in control)
    return html`<select ${attributes}${control.kind === 'several' ? html` multiple size="${choices[control.from].length}"` : ''}>${choices[control.from].map(([option = '', text]) => html`<option value="${option}"${values.includes(option) ? html` selected` : ''}>${text}</option>`)}</select>`
  // HTML parsers drop a line break at the start of a textarea; this extra one saves the text's own.
  return control.kind === 'text'
    ? html`<textarea ${attributes} rows="${control.rows}" autocomplete="off">${`\n${value}`}</textarea>`
    : html`<input ${attributes} type="${control.type ?? 'text'}" value="${value}" autocomplete="off">`
}

/** What is wrong, with a link to each wrong field. It has the focus when the page opens. */
function errorSummary(errors: TypedCall['errors']): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>The call is not stored yet</h2>
    <ul>${Object.entries(errors).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
  </div>`
}
