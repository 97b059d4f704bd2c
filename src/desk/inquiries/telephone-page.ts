/** `/desk/telephone`: a member writes down a call in two steps. Names are searched for conflicts before the person says more. */
import { html } from 'hono/html'
import { visibleText } from '../../letters.ts'
import { readFirmFacts } from '../../firm/published-facts.ts'
import { listOf } from '../../http/body.ts'
import { type Draft, checkConflicts, readConflictSources } from '../../conflicts/conflict-check.ts'
import * as fields from '../../inquiries/inquiry-fields.ts'
import { callBackDay } from '../../inquiries/inquiry-request.ts'
import { isSafe, LAWYER_ANSWERS, LAWYER_UNKNOWN, WAYS, WRITING_FOR } from '../../inquiries/safe-contact.ts'
import { FIRST_LANGUAGE, LANGUAGES, languageInWords } from '../../language.ts'
import { monthAt } from '../../dates.ts'
import { StoreUnavailable } from '../../ports.ts'
import { writeDownCall } from '../../service/submit-inquiry.ts'
import { type DeskAnswer, type DeskContext, type DeskPage, type Html, type InboxContext, withInbox } from '../page.ts'
import { alertBox, deskForm, field, hiddenField, hiddenWords, tickField } from '../ui.ts'
import { donePath } from './card.ts'
import { withStates, whatWasFound } from './conflicts.ts'
import words from '../words.json' with { type: 'json' }
import { noticesOf } from '../../firm/notices.ts'
import { topicInWords, topicsOf } from '../../firm/topics.ts'
import { PATHS } from '../../site.ts'

const TELEPHONE_PATH = `${PATHS.desk}/telephone`
const TITLE = 'Write down a call'

export const telephoneLink = html`<div class="beside-title on-screen"><a href="${TELEPHONE_PATH}">${TITLE}</a></div>`

const STEP_FIELD = 'step'
const STEPS = { names: 'names', search: 'search', store: 'store', storeNames: 'store-names' } as const

const CALL_BACK = 'callBack'
type CallField = fields.FieldName | typeof CALL_BACK

/** The first step asks for the people, the county and a date, the second for what the person wants. */
const FIRST_STEP: readonly CallField[] = ['name', 'email', 'phone', 'safeContact', 'otherParty', 'county', 'date']
const SECOND_STEP: readonly CallField[] = [
  ...fields.FIELD_NAMES.filter((name) => name !== 'language' && !FIRST_STEP.includes(name)),
  CALL_BACK,
]

const TICKS = {
  noticesRead: 'I read this to the person',
  receipt: 'The person wants a receipt by e-mail',
} as const
type Tick = keyof typeof TICKS
const TICKED = 'yes'

interface TypedCall {
  values: fields.FieldValues
  callBack: string
  ticks: ReadonlySet<Tick>
  errors: Readonly<Partial<Record<CallField, string>>>
}

type Options = { alert?: Html; status?: number }
type FormContext = Pick<DeskContext, 'member' | 'service'>

function callLabel(name: CallField): string {
  if (name === CALL_BACK) return 'Call back by'
  return name === 'message' ? 'What they want (not what happened)' : fields.INQUIRY_FIELDS[name].label
}

const HINTS: Readonly<Partial<Record<CallField, string>>> = {
  email: 'This or a telephone number is needed.',
  safeContact: 'Choose the ways that are safe. If all are safe, choose none.',
  hasLawyer: `${LAWYER_UNKNOWN} If yes, ask only: a second opinion, or another lawyer?`,
  [CALL_BACK]: 'Tell the person this day: after it, the call is late. Without one, the usual time applies.',
}

export const showTelephone: DeskPage = (context) =>
  namesPage(context, { values: { language: FIRST_LANGUAGE }, callBack: '', ticks: new Set(), errors: {} })

export const writeDown = withInbox(async (context) => {
  const { service, member, form } = context
  const typed = readCall(form)
  const step = form.get(STEP_FIELD)
  if (step === STEPS.names) return namesPage(context, typed)
  const entries = Object.entries(typed.values)
  const filledIn = Object.fromEntries(entries.filter(([, value]) => visibleText(fields.inOneText(value) ?? '')))
  // Names can be stored without a message: the firm may not listen to a caller with a possible conflict.
  const spoken = step === STEPS.store ? filledIn : { ...filledIn, message: words.call.notTakenDown }
  const parsed = service.reachableRequest.safeParse(spoken)
  const CallBack = callBackDay(service.clock).optional()
  const callBack = CallBack.safeParse(typed.callBack || undefined)
  const errors = {
    ...sentencesOf(parsed.error?.issues ?? []),
    ...(callBack.error && { [CALL_BACK]: `${callLabel(CALL_BACK)} ${callBack.error.issues[0]?.message}.` }),
    ...(callBack.data && parsed.data && !isSafe(parsed.data, 'telephone') && { [CALL_BACK]: words.call.notSafe }),
  }
  const checked = { ...typed, errors }
  const hasFirstStepError = Object.keys(errors).some((name) => !SECOND_STEP.some((other) => other === name))
  if (hasFirstStepError) return namesPage(context, checked, { status: 422 })
  const isWrong = !parsed.success || !callBack.success || CALL_BACK in errors
  if (isWrong || (step !== STEPS.store && step !== STEPS.storeNames))
    return messagePage(context, checked, { status: isWrong ? 422 : 200 })
  const [isNoticeRead, wantsReceipt] = [typed.ticks.has('noticesRead'), typed.ticks.has('receipt')]
  const call = { writtenBy: member.id, isNoticeRead, wantsReceipt, callBack: callBack.data }
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
  const values = fields.fieldValues((name) => listOf(form, name))
  return { values, callBack: form.get(CALL_BACK) ?? '', ticks: new Set(ticks), errors: {} }
}

/** Each field shows its first error, in the words of the schema. */
function sentencesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): TypedCall['errors'] {
  const wrong = fields.FIELD_NAMES.flatMap((name) => {
    const issue = issues.find(({ path }) => path[0] === name)
    return issue ? [[name, `${callLabel(name)} ${issue.message}.`] as const] : []
  })
  return Object.fromEntries(wrong)
}

function answerOf({ errors }: TypedCall, { alert, status = 200 }: Options, form: Html): DeskAnswer {
  // The summary of the errors has the focus when the page opens.
  const wrong = html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>The call is not stored yet</h2>
    <ul>${Object.entries(errors).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
  </div>`
  return { title: TITLE, status, content: html`${alert ?? (status === 422 ? wrong : '')}${form}` }
}

async function namesPage(context: FormContext, typed: TypedCall, options: Options = {}): Promise<DeskAnswer> {
  const { service } = context
  const notices = service.languages.map(async (language) => {
    const { firm } = await readFirmFacts(language, service)
    return html`<section class="read-out" lang="${language}">
      <h2 lang="en">Read out first, in ${languageInWords(language)}</h2>
      ${noticesOf('telephoneCall', firm.notices).map((notice) => html`<p>${notice}</p>`)}
    </section>`
  })
  const content = html`<div>${FIRST_STEP.map((name) => fieldOf(name, typed, context))}</div>
    <div class="aside">
      ${fieldOf('language', typed, context)}
      ${await Promise.all(notices)}
      ${tickOf('noticesRead', typed)}
      ${stepButton(STEPS.search, 'Search')}
    </div>`
  return answerOf(typed, options, stepForm(typed, context, [...FIRST_STEP, 'language', 'noticesRead'], content))
}

async function messagePage(context: InboxContext, typed: TypedCall, options: Options): Promise<DeskAnswer> {
  const { service, member, inbox } = context
  const [sources] = await Promise.all([
    readConflictSources(service, inbox),
    context.audit('inquiries.searched', monthAt(service.clock.now())),
  ])
  const asked = { id: { reference: '', receivedAt: '' }, record: { request: typed.values as Draft }, history: [] }
  const check = await checkConflicts(sources, asked)
  if (!check) return answerOf(typed, options, html``)
  const isAdverse = check.hiddenBecause === 'adverse'
  const shown = isAdverse ? ([CALL_BACK] as const) : SECOND_STEP
  const found = whatWasFound(await withStates(service.store, check), member)
  const content = html`<div>
      <section class="conflicts" aria-labelledby="conflicts"><h2 id="conflicts">Conflicts</h2>${found}</section>
      ${isAdverse ? STOP : ''}
      ${shown.map((name) => fieldOf(name, typed, context))}
    </div>
    <div class="aside">
      ${receiptTick(typed)}
      <div class="actions">
        ${isAdverse ? stepButton(STEPS.storeNames, 'Store the names only') : stepButton(STEPS.store, 'Store the call as an inquiry')}
      ${stepButton(STEPS.names, 'Back to the names', 'quiet')}</div>
      <p class="small">The call is stored as a new inquiry, assigned to you. Like any other, it is late if not answered in time.</p>
    </div>`
  return answerOf(typed, options, stepForm(typed, context, [...shown, 'receipt'], content))
}

const stepButton = (step: string, label: string, className = '') =>
  html`<button type="submit" name="${STEP_FIELD}" value="${step}"${className && html` class="${className}"`}>${label}</button>`

/** @param shown the fields of this step; the others are sent as hidden fields */
function stepForm(typed: TypedCall, { member }: FormContext, shown: readonly (CallField | Tick)[], content: Html) {
  const { values, callBack, ticks } = typed
  const textsOf = (name: fields.FieldName) => [values[name] ?? []].flat().map(String)
  const sent = [
    ...fields.FIELD_NAMES.flatMap((name) => textsOf(name).map((text) => [name, text] as const)),
    [CALL_BACK, callBack] as const,
    ...[...ticks].map((tick) => [tick, TICKED] as const),
  ]
  const unseen = sent.filter(([name]) => !shown.includes(name))
  const form = { action: TELEPHONE_PATH, className: 'call', attributes: html` novalidate` }
  return deskForm(member, form, html`${unseen.map(hiddenField)} ${content}`)
}

const STOP = html`<p class="notice" role="alert">
  <strong>Stop: do not take down what happened.</strong>
  Say only that a lawyer will check whether the firm is free to talk, and that the firm will answer. Store the call without a
  message: a lawyer decides.
</p>`

const tickOf = (name: Tick, { ticks }: TypedCall) =>
  tickField({ name, value: TICKED, isTicked: ticks.has(name) }, TICKS[name])

function receiptTick(typed: TypedCall): Html {
  const { email = '', safeContact } = typed.values
  if (String(email).trim() === '') return html`<p>No receipt is sent: the person gave no e-mail address.</p>`
  if (!isSafe({ safeContact: safeContact as Parameters<typeof isSafe>[0]['safeContact'] }, 'email'))
    return html`<p>No receipt is sent: the person says that e-mail is not safe for them.</p>`
  return tickOf('receipt', typed)
}

const answersIn = (answers: readonly string[]) => [
  ['', 'not asked'],
  ...answers.map((answer) => [answer, answer.replace('_', ' ')]),
]

type Choices = Readonly<Record<Extract<fields.FieldControl, { from: string }>['from'], readonly (readonly string[])[]>>

const choicesIn = ({ practiceAreas }: FormContext['service']): Choices => ({
  topics: [
    ['', 'none of these'],
    ...topicsOf(practiceAreas).map((topic) => [topic, topicInWords(topic, practiceAreas)]),
  ],
  languages: LANGUAGES.map((tag) => [tag, languageInWords(tag)]),
  lawyerAnswers: answersIn(LAWYER_ANSWERS),
  writingFor: answersIn(WRITING_FOR),
  safeContact: WAYS.map((way) => [way, way]),
  urgent: answersIn(['yes']),
})

function fieldOf(name: CallField, { values, callBack, errors }: TypedCall, { service }: FormContext): Html {
  const isCallBack = name === CALL_BACK
  const control: fields.FieldControl = isCallBack ? { kind: 'line', type: 'date' } : fields.INQUIRY_FIELDS[name].control
  const given = [isCallBack ? callBack : (values[name] ?? '')].flat().map((value) => fields.inOneText(value) ?? '')
  const error = errors[name]
  const isRequired = !isCallBack && fields.NEEDED_FIELDS.includes(name)
  const saysOptional = !isRequired && (isCallBack || !fields.WAY_FIELDS.includes(name)) && !('from' in control)
  const label = html`${callLabel(name)}${saysOptional ? html` <span class="optional">(optional)</span>` : ''}`
  const said = { hint: HINTS[name], error: error && html`${hiddenWords('Error: ')}${error}` }
  return field(name, label, said, (own) => {
    const attributes = html`name="${name}"${own}${isRequired ? html` required` : ''}`
    return controlOf(control, given, attributes, choicesIn(service))
  })
}

/** `autocomplete` is off, because the browser would propose the member's own name and address. */
function controlOf(control: fields.FieldControl, values: readonly string[], attributes: Html, choices: Choices): Html {
  const [value = ''] = values
  if ('from' in control) {
    const offered = choices[control.from]
    const several = control.kind === 'several' ? html` multiple size="${offered.length}"` : ''
    const optionOf = ([option = '', text]: readonly (string | undefined)[]) =>
      html`<option value="${option}"${values.includes(option) ? html` selected` : ''}>${text}</option>`
    return html`<select ${attributes}${several}>${offered.map(optionOf)}</select>`
  }
  // HTML parsers drop a line break at the start of a textarea, so there is an extra one.
  return control.kind === 'text'
    ? html`<textarea ${attributes} rows="${control.rows}" autocomplete="off">${`\n${value}`}</textarea>`
    : html`<input ${attributes} type="${control.type ?? 'text'}" value="${value}" autocomplete="off">`
}
