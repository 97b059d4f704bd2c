/** The two steps of writing down a call, as HTML: the names, and after their search what the person wants. */
import { html } from 'hono/html'
import { noticesOf } from '../../firm/notices.ts'
import type { Notices } from '../../firm/notices-file.ts'
import { topicInWords, topicsOf } from '../../firm/topics.ts'
import type { ConflictCheck } from '../../conflicts/conflict-check.ts'
import { isSafe, LAWYER_ANSWERS, LAWYER_UNKNOWN, WAYS, WRITING_FOR } from '../../inquiries/safe-contact.ts'
import {
  FIELD_NAMES,
  type FieldControl,
  type FieldName,
  type FieldValues,
  inOneText,
  INQUIRY_FIELDS,
  NEEDED_FIELDS,
  WAY_FIELDS,
} from '../../inquiries/inquiry-fields.ts'
import { type Language, LANGUAGES, languageInWords } from '../../language.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import type { Html, SignedIn } from '../page.ts'
import { deskForm, field, hiddenField, hiddenWords, tickField } from '../ui.ts'
import { whatWasFound } from './conflicts.ts'

const TELEPHONE_PATH = `${PATHS.desk}/telephone`
export const TELEPHONE_TITLE = 'Write down a call'

export const telephoneLink = html`<div class="beside-title on-screen"><a href="${TELEPHONE_PATH}">${TELEPHONE_TITLE}</a></div>`

export const STEP_FIELD = 'step'
export const STEPS = { names: 'names', search: 'search', store: 'store', storeNames: 'store-names' } as const

export const CALL_BACK = 'callBack'
type CallField = FieldName | typeof CALL_BACK

const NAMES: readonly CallField[] = ['name', 'email', 'phone', 'safeContact', 'otherParty', 'county', 'date']
const AFTER_SEARCH: readonly CallField[] = [
  ...FIELD_NAMES.filter((name) => name !== 'language' && !NAMES.includes(name)),
  CALL_BACK,
]
/** The first step has the names, the second what the person wants. */
export const isOfNames = (name: string): boolean => !AFTER_SEARCH.some((other) => other === name)

export const TICKS = {
  noticesRead: 'I read this to the person',
  receipt: 'The person wants a receipt by e-mail',
} as const
export type Tick = keyof typeof TICKS
export const TICKED = 'yes'

export interface TypedCall {
  values: FieldValues
  callBack: string
  ticks: ReadonlySet<Tick>
  errors: Readonly<Partial<Record<CallField, string>>>
}

interface Around {
  member: SignedIn
  service: Pick<Service, 'practiceAreas'>
}

const LABELS: Readonly<Partial<Record<CallField, string>>> = {
  message: 'What they want (not what happened)',
  [CALL_BACK]: 'Call back by',
}
export const callLabel = (name: CallField): string =>
  LABELS[name] ?? (name === CALL_BACK ? name : INQUIRY_FIELDS[name].label)

const HINTS: Readonly<Partial<Record<CallField, string>>> = {
  email: 'This or a telephone number is needed.',
  safeContact: 'Choose the safe ones. If none, all are safe.',
  hasLawyer: `${LAWYER_UNKNOWN} If yes, ask only: a second opinion, or another lawyer?`,
  [CALL_BACK]: 'Tell the person this day: after it, the call is late. Without one, the usual time applies.',
}

export const namesForm = (typed: TypedCall, around: Around, notices: readonly (readonly [Language, Notices])[]): Html =>
  stepForm(
    typed,
    around,
    [...NAMES, 'language', 'noticesRead'],
    html`<div>${NAMES.map((name) => fieldOf(name, typed, around))}</div>
    <div class="aside">
      ${fieldOf('language', typed, around)}
      ${notices.map(
        ([language, texts]) => html`<section class="read-out" lang="${language}">
        <h2 lang="en">Read out first, in ${languageInWords(language)}</h2>
        ${noticesOf('telephoneCall', texts).map((notice) => html`<p>${notice}</p>`)}
      </section>`,
      )}
      ${tickOf('noticesRead', typed)}
      ${stepButton(STEPS.search, 'Search')}
    </div>`,
  )

export function messageForm(typed: TypedCall, around: Around, check: ConflictCheck): Html {
  const isHit = check.hiddenBecause === 'adverse'
  const shown = isHit ? ([CALL_BACK] as const) : AFTER_SEARCH
  return stepForm(
    typed,
    around,
    [...shown, 'receipt'],
    html`<div>
      <section class="conflicts" aria-labelledby="conflicts"><h2 id="conflicts">Conflicts</h2>${whatWasFound(check, around.member)}</section>
      ${isHit ? STOP : ''}
      ${shown.map((name) => fieldOf(name, typed, around))}
    </div>
    <div class="aside">
      ${receiptTick(typed)}
      <div class="actions">
        ${isHit ? stepButton(STEPS.storeNames, 'Store the names only') : stepButton(STEPS.store, 'Store the call as an inquiry')}
      ${stepButton(STEPS.names, 'Back to the names', 'quiet')}</div>
      <p class="small">The call is stored as a new inquiry, assigned to you. Like any other, it is late if not answered in time.</p>
    </div>`,
  )
}

const stepButton = (step: string, label: string, className = '') =>
  html`<button type="submit" name="${STEP_FIELD}" value="${step}"${className && html` class="${className}"`}>${label}</button>`

/** @param shown the fields of this step; the others are sent as hidden fields */
function stepForm(typed: TypedCall, { member }: Around, shown: readonly (CallField | Tick)[], content: Html): Html {
  const { values, callBack, ticks } = typed
  const sent: [CallField | Tick, string][] = [
    ...FIELD_NAMES.flatMap((name) =>
      [values[name] ?? []].flat().map((value) => [name, String(value)] as [FieldName, string]),
    ),
    [CALL_BACK, callBack],
    ...[...ticks].map((tick) => [tick, TICKED] as [Tick, string]),
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

type Choices = Readonly<Record<Extract<FieldControl, { from: string }>['from'], readonly (readonly string[])[]>>

const choicesOf = ({ practiceAreas }: Around['service']): Choices => ({
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

function fieldOf(name: CallField, { values, callBack, errors }: TypedCall, { service }: Around): Html {
  const isCallBack = name === CALL_BACK
  const control: FieldControl = isCallBack ? { kind: 'line', type: 'date' } : INQUIRY_FIELDS[name].control
  const given = [isCallBack ? callBack : (values[name] ?? '')].flat().map((value) => inOneText(value) ?? '')
  const error = errors[name]
  const isRequired = !isCallBack && NEEDED_FIELDS.includes(name)
  const hasNoMark = isRequired || (!isCallBack && WAY_FIELDS.includes(name)) || 'from' in control
  const label = html`${callLabel(name)}${hasNoMark ? '' : html` <span class="optional">(optional)</span>`}`
  const said = { hint: HINTS[name], error: error && html`${hiddenWords('Error: ')}${error}` }
  return field(name, label, said, (own) => {
    const attributes = html`name="${name}"${own}${isRequired ? html` required` : ''}`
    return controlOf(control, given, attributes, choicesOf(service))
  })
}

/** The data are those of the caller, so the browser must not propose the member's own. */
function controlOf(control: FieldControl, values: readonly string[], attributes: Html, choices: Choices): Html {
  const [value = ''] = values
  if ('from' in control) {
    const offered = choices[control.from]
    const several = control.kind === 'several' ? html` multiple size="${offered.length}"` : ''
    const optionOf = ([option = '', text]: readonly (string | undefined)[]) =>
      html`<option value="${option}"${values.includes(option) ? html` selected` : ''}>${text}</option>`
    return html`<select ${attributes}${several}>${offered.map(optionOf)}</select>`
  }
  // HTML parsers drop a line break at the start of a textarea; this extra one saves the text's own.
  return control.kind === 'text'
    ? html`<textarea ${attributes} rows="${control.rows}" autocomplete="off">${`\n${value}`}</textarea>`
    : html`<input ${attributes} type="${control.type ?? 'text'}" value="${value}" autocomplete="off">`
}

/** It has the focus when the page opens. */
export function callErrors(errors: TypedCall['errors']): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>The call is not stored yet</h2>
    <ul>${Object.entries(errors).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
  </div>`
}
