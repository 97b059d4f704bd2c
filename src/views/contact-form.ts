/** The contact form. The build draws it empty. The function draws it for each visitor, with a token; after an error, with the typed text. */
import { noticesOf } from '../firm/notices.ts'
import type { Notices } from '../firm/notices-file.ts'
import * as fields from '../inquiries/inquiry-fields.ts'
import { LIMITS } from '../inquiries/inquiry-request.ts'
import { pathIn, type Language, withCommas } from '../language.ts'
import { PATHS } from '../site.ts'
import { fill, wordFor, WORDS } from '../words.ts'
import { html } from 'hono/html'
import { fieldError, formScript, type Html } from './html.ts'
import { OTHER_TOPIC } from '../firm/topics.ts'
import { meantEmail } from '../inquiries/typing-slip.ts'

type FieldName = fields.FieldName

const TOPIC_PARAMETER: FieldName = 'topic'

export const contactAbout = (topic: string): string =>
  `${PATHS.contact}?${new URLSearchParams({ [TOPIC_PARAMETER]: topic })}`

/** @returns undefined if the form does not have the topic of the link */
export const topicIn = (query: URLSearchParams, topics: readonly string[]): string | undefined =>
  topics.find((topic) => topic === query.get(TOPIC_PARAMETER))

export const HONEYPOT_FIELD = 'website'
export const FORM_TOKEN_FIELD = 'ticket'
/** Holds the e-mail address after the form has asked whether it is mistyped. */
export const ASKED_FIELD = 'emailAsked'
export const READ_FIELD = 'noticesRead'
/** The script replaces this with the e-mail address that was probably meant. */
const MEANT_PLACEHOLDER = '{address}'

interface EmptyForm {
  language: Language
  /** A person can choose the language of the answer, if there is more than one. */
  languages: readonly Language[]
  /** Telephone number for urgent matters. */
  onCall?: string | undefined
  notices: Notices
  practiceAreas: readonly { id: string; name: string }[]
}

interface ContactForm extends EmptyForm {
  values?: fields.FieldValues
  hasReadNotices?: boolean
  /** The e-mail address is probably mistyped, and the form has not asked about it yet. */
  isDoubtful?: boolean
  /** Sentences by field; the empty name is for the whole form. */
  errors?: Readonly<Record<string, string>>
  /** Absent in the build: the function adds it, with the script. */
  formToken?: string
}

/** The values of fields with choices, and their words. */
export function choicesOf(form: Pick<EmptyForm, 'language' | 'languages' | 'practiceAreas'>) {
  const { otherTopic, lawyerAnswers, writingFor, safeContact, urgent } = WORDS[form.language].form
  const areas = Object.fromEntries(form.practiceAreas.map((area) => [area.id, area.name]))
  const languages = Object.fromEntries(form.languages.map((tag) => [tag, WORDS[tag].ownName]))
  const topics = { ...areas, [OTHER_TOPIC]: otherTopic }
  return { topics, languages, lawyerAnswers, writingFor, safeContact, urgent: { true: urgent } }
}

/** The form has `language` only if there is a choice, and `urgent` only if there is a number for urgent matters. */
const askedFields = ({ languages, onCall }: EmptyForm): FieldName[] =>
  fields.FIELD_NAMES.filter((name) => (name === 'language' ? languages.length > 1 : name !== 'urgent' || onCall))

interface FieldWords {
  label: string
  hint?: string
  missing?: string
  /** Says what is valid. */
  wrong: string
}

/** Replaces `{most}` with the maximum length of the field. */
export function fieldWords(name: FieldName, language: Language): FieldWords {
  const words: FieldWords = WORDS[language].form.fields[name]
  const limits: Readonly<Partial<Record<FieldName, { max: number }>>> = LIMITS
  const most = withCommas(limits[name]?.max ?? 0)
  return { ...words, ...(words.hint && { hint: fill(words.hint, { most }) }), wrong: fill(words.wrong, { most }) }
}

/** The second group of the optional fields: for whom the person writes, and how the firm may answer. The first group has the others. */
const TO_REACH: readonly FieldName[] = ['writingFor', 'safeContact', 'language']

/** The fields in `MORE_FIELDS` are in a disclosure. The disclosure is open if a field in it has a value or an error. */
export function contactForm(form: ContactForm): Html {
  const { language, values = {}, errors = {}, formToken } = form
  const words = WORDS[language].form
  const choices = choicesOf(form)
  const lists = { ...choices, topics: { '': words.chooseTopic, ...choices.topics } }
  const filled = { ...form, values: { language, ...values } }
  const field = (name: FieldName) => {
    const { control } = fields.INQUIRY_FIELDS[name]
    if (control.kind === 'choice') return select(name, lists[control.from], filled)
    if (control.kind === 'answer') return buttons(name, 'radio', { ...lists[control.from], '': words.noAnswer }, filled)
    if (control.kind === 'several' || control.kind === 'tick')
      return buttons(name, 'checkbox', lists[control.from], filled)
    return input(name, control, filled)
  }
  const more = askedFields(form).filter((name) => fields.MORE_FIELDS.includes(name))
  const groups = words.groups.map((heading, index) => {
    const names = more.filter((name) => Number(TO_REACH.includes(name)) === index)
    return html`<h2>${heading}</h2>${names.map(field)}`
  })
  // A topic from a link is shown above the fields. The language of the page does not count as an answer.
  const isRefused = Object.keys(errors).length > 0
  const linked = isRefused ? undefined : wordFor(choices.topics, values.topic)
  const isUsed = (name: FieldName) =>
    errors[name] ||
    (fields.inOneText(values[name]) && values[name] !== language && !(linked && name === TOPIC_PARAMETER))
  const first = fields.FIELD_NAMES.filter(
    (name) => ![...fields.MORE_FIELDS, ...fields.OPEN_FIELDS, 'message'].includes(name),
  )
  const open = askedFields(form).filter((name) => fields.OPEN_FIELDS.includes(name))
  return html`<form method="post" action="${pathIn(language, PATHS.contact)}" class="form" id="contact-form" data-sending="${words.sending}" data-restored="${words.restored}" novalidate>
      ${linked ? html`<p class="about">${words.fields.topic.label} <strong>${linked}</strong></p>` : ''}${first.map(field)}<div class="trap" aria-hidden="true">
        <label for="${HONEYPOT_FIELD}">${words.trap}</label>
        <input id="${HONEYPOT_FIELD}" name="${HONEYPOT_FIELD}" type="text" tabindex="-1" autocomplete="off">
      </div>
      ${formToken ? html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${formToken}">` : ''}
      ${form.isDoubtful ? html`<input type="hidden" name="${ASKED_FIELD}" value="${fields.inOneText(values.email)?.trim()}">` : ''}
      <p>${words.brief}</p>
      ${field('message')}
      ${open.map(field)}
      <details class="more"${more.some(isUsed) ? html` open` : ''}><summary>${words.more}</summary>${groups}</details>
      ${noticeToRead(form)}
      <button type="submit">${words.send}</button>
    </form>
    ${formToken ? formScript() : ''}`
}

function noticeToRead(form: ContactForm): Html {
  const { language, notices, hasReadNotices, errors = {} } = form
  const words = WORDS[language].form
  const invalid = errors[READ_FIELD] ? html` aria-describedby="${READ_FIELD}-error" aria-invalid="true"` : ''
  return html`<div class="notice answers">
        <h2 id="before-you-send">${words.before}</h2>
        ${noticesOf('form', notices).map((notice) => notice !== notices.telephone && html`<p>${notice}</p>`)}
        <p><a href="${pathIn(language, PATHS.disclaimer)}">${words.disclaimer}</a> · <a href="${pathIn(language, PATHS.privacy)}">${words.privacy}</a></p>
        ${fieldError(READ_FIELD, language, errors)}
        <label><input type="checkbox" id="${READ_FIELD}" name="${READ_FIELD}" value="yes" required${hasReadNotices ? html` checked` : ''}${invalid}> ${words.read}</label>
      </div>`
}

function input(
  name: FieldName,
  control: Exclude<fields.FieldControl, { from: string }>,
  { language, notices, values = {}, errors = {} }: ContactForm,
): Html {
  const { form: words } = WORDS[language]
  const hint = name === 'phone' ? notices.telephone : fieldWords(name, language).hint
  const value = fields.inOneText(values[name]) ?? ''
  const isAddress = control.kind === 'line' && control.type === 'email'
  const meant = isAddress ? meantEmail(value) : undefined
  const ids = [hint && `${name}-hint`, errors[name] && `${name}-error`, meant && `${name}-meant`]
  const described = ids.filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}"${control.kind === 'line' && control.autocomplete ? html` autocomplete="${control.autocomplete}"` : ''}${fields.NEEDED_FIELDS.includes(name) ? html` required` : ''}${described ? html` aria-describedby="${described}"` : ''}${errors[name] ? html` aria-invalid="true"` : ''}`
  return html`<div class="field">
    ${fieldLabel(name, language)}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${fieldError(name, language, errors)}
    ${
      control.kind === 'text'
        ? html`<textarea ${attributes} rows="${control.rows}">${`\n${value}`}</textarea><p class="count" id="${name}-count" role="status" data-most="${control.most}" data-left="${words.left}" data-over="${words.over}"></p>`
        : html`<input ${attributes} type="${control.type ?? 'text'}" value="${value}">`
    }${isAddress ? html`<p class="meant" id="${name}-meant" role="status" data-meant="${fill(words.meant, { address: MEANT_PLACEHOLDER })}">${meant ? fill(words.meant, { address: meant }) : ''}</p>` : ''}
  </div>`
}

type Choices = Readonly<Record<string, string>>

function select(name: FieldName, options: Choices, { language, values = {}, errors = {} }: ContactForm): Html {
  const invalid = errors[name] ? html` aria-describedby="${name}-error" aria-invalid="true"` : ''
  return html`
      <div class="field">
    ${fieldLabel(name, language)}
    ${fieldError(name, language, errors)}
    <select id="${name}" name="${name}"${invalid}>
      ${Object.entries(options).map(([value, text]) => html`<option value="${value}"${values[name] === value ? html` selected` : ''}>${text}</option>`)}
    </select>
  </div>
      `
}

/** The id of the first button is the name of the field, so that links to the field lead there. */
function buttons(
  name: FieldName,
  type: 'radio' | 'checkbox',
  answers: Choices,
  { language, values = {}, errors = {} }: ContactForm,
): Html {
  const { label, hint } = fieldWords(name, language)
  const chosen = [values[name] ?? ''].flat().map(String)
  const described = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ')
  return html`
      <fieldset class="field answers"${described ? html` aria-describedby="${described}"` : ''}>
    <legend>${label}</legend>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${fieldError(name, language, errors)}
    ${Object.entries(answers).map(([value, text], index) => html`<label><input type="${type}"${index === 0 ? html` id="${name}"` : ''} name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : ''}> ${text}</label>`)}
  </fieldset>
      `
}

const fieldLabel = (name: FieldName, language: Language): Html =>
  html`<label for="${name}">${WORDS[language].form.fields[name].label}</label>`

/**
 * @param operation method and address for programs; undefined when programs cannot send inquiries
 * @returns Markdown; links begin with a slash
 */
export function contactFormMarkdown(form: EmptyForm, operation: string | undefined): string {
  const { language, notices } = form
  const words = WORDS[language].form
  const choices = choicesOf(form)
  const items = askedFields(form).map((name) => {
    const { control, isRequired } = fields.INQUIRY_FIELDS[name]
    const { label, hint } = fieldWords(name, language)
    const options = Object.entries('from' in control ? choices[control.from] : {})
    // The hint says that one way to reach the person is enough. That is true of the form, but the API requires the e-mail address.
    const isOnlyForForm = isRequired && !fields.NEEDED_FIELDS.includes(name)
    return [
      `- \`${name}\`: ${label}${isRequired ? '' : ` ${words.optional}`}`,
      ...(hint && !isOnlyForForm ? [`  ${hint}`] : []),
      ...options.map(([value, text]) => `  - \`${value}\`: ${text}`),
    ].join('\n')
  })
  return [
    `## ${words.before}`,
    ...noticesOf('formMarkdown', notices),
    `[${words.disclaimer}](${pathIn(language, PATHS.disclaimer)}) · [${words.privacy}](${pathIn(language, PATHS.privacy)})`,
    ...(operation === undefined ? [] : [`${words.forPrograms} \`${operation}\``, items.join('\n')]),
  ].join('\n\n')
}
