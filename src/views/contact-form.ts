/**
 * The contact form as HTML. The build draws it empty; the function draws it again with the values and errors after a failed
 * submission. `html` escapes every value.
 */
import { html } from 'hono/html'
import type { Html } from './html.ts'
import { type Language, LANGUAGES, pathIn } from '../language.ts'
import type { Notices } from '../firm/notices.ts'
import { LIMITS } from '../inquiries/inquiry-request.ts'
import { OTHER_TOPIC } from '../firm/practice-area.ts'
import { PATHS } from '../site.ts'
import { formScript } from './form-script.ts'
import type { Words } from './words-table.ts'
import { WORDS } from './words.ts'

/** A hidden field that only bots fill in. */
export const HONEYPOT_FIELD = 'website'
export const FORM_TOKEN_FIELD = 'ticket'

type FieldName = keyof Words['form']['fields']

export interface ContactForm {
  language: Language
  notices: Notices
  practiceAreas: readonly { id: string; name: string }[]
  /** Submitted values, by field. */
  values?: Readonly<Record<string, string>>
  /** Error sentences, by field; the empty name is for the whole form. */
  errors?: Readonly<Record<string, string>>
  /** Left out at build time: the function adds it, and the script with it. */
  formToken?: string
}

interface Field {
  name: FieldName & keyof typeof LIMITS
  type?: string
  autocomplete?: string
  rows?: number
  optional?: boolean
}

const FIELDS: readonly Field[] = [
  { name: 'name', autocomplete: 'name' },
  { name: 'email', type: 'email', autocomplete: 'email' },
  { name: 'phone', type: 'tel', autocomplete: 'tel', optional: true },
  { name: 'otherParty', optional: true },
  { name: 'message', rows: 8 },
]

/** The names of the submitted fields, in the order of the page. */
export const FIELD_NAMES: readonly FieldName[] = [
  'name',
  'email',
  'phone',
  'topic',
  'otherParty',
  'message',
  'language',
]

/**
 * Draws the form.
 * @returns safe HTML
 */
export function contactForm(form: ContactForm): Html {
  const { language, notices, practiceAreas, formToken, errors = {} } = form
  const words = WORDS[language].form
  const [name, email, phone, otherParty, message] = FIELDS.map((field) => input(field, form))
  const topics = {
    ...Object.fromEntries(practiceAreas.map((area) => [area.id, area.name])),
    [OTHER_TOPIC]: words.otherTopic,
  }
  const languages = Object.fromEntries(LANGUAGES.map((tag) => [tag, WORDS[tag].ownName]))
  return html`${Object.keys(errors).length > 0 ? errorSummary(words, errors) : ''}
    <form method="post" action="${pathIn(language, PATHS.contact)}" class="form" id="contact-form" data-sending="${words.sending}" data-restored="${words.restored}" novalidate>
      ${name}${email}${phone}
      ${select('topic', { '': words.chooseTopic, ...topics }, form)}
      ${otherParty}${message}
      ${select('language', languages, { ...form, values: { language, ...form.values } })}
      <div class="trap" aria-hidden="true">
        <label for="${HONEYPOT_FIELD}">${words.trap}</label>
        <input id="${HONEYPOT_FIELD}" name="${HONEYPOT_FIELD}" type="text" tabindex="-1" autocomplete="off">
      </div>
      ${formToken ? html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${formToken}">` : ''}
      <div class="notice">
        <h2 id="before-you-send">${words.before}</h2>
        <p>${notices.inquiry}</p>
        <p>${notices.confidentiality}</p>
        <p>${notices.telephone}</p>
        <p><a href="${pathIn(language, PATHS.disclaimer)}">${words.disclaimer}</a> · <a href="${pathIn(language, PATHS.privacy)}">${words.privacy}</a></p>
      </div>
      <button type="submit">${words.send}</button>
    </form>
    ${formToken ? formScript() : ''}`
}

function input(field: Field, { language, values = {}, errors = {} }: ContactForm): Html {
  const { name, type = 'text', autocomplete, rows, optional } = field
  const words = WORDS[language].form
  const { label, hint } = words.fields[name]
  const value = values[name] ?? ''
  const described = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}"${autocomplete ? html` autocomplete="${autocomplete}"` : ''}${optional ? '' : html` required`}${described ? html` aria-describedby="${described}"` : ''}${errors[name] ? html` aria-invalid="true"` : ''}`
  const counted = html`<p class="count" id="${name}-count" role="status" data-most="${LIMITS[name].max}" data-left="${words.left}" data-over="${words.over}"></p>`
  return html`<div class="field">
    <label for="${name}">${label}${optional ? html` <span class="optional">${words.optional}</span>` : ''}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${fieldError(name, language, errors)}
    ${rows ? html`<textarea ${attributes} rows="${rows}">${`\n${value}`}</textarea>${counted}` : html`<input ${attributes} type="${type}" value="${value}">`}
  </div>`
}

function select(
  name: FieldName,
  options: Readonly<Record<string, string>>,
  { language, values = {}, errors = {} }: ContactForm,
): Html {
  const invalid = errors[name] ? html` aria-describedby="${name}-error" aria-invalid="true"` : ''
  return html`<div class="field">
    <label for="${name}">${WORDS[language].form.fields[name].label}</label>
    ${fieldError(name, language, errors)}
    <select id="${name}" name="${name}"${invalid}>
      ${Object.entries(options).map(([value, text]) => html`<option value="${value}"${values[name] === value ? html` selected` : ''}>${text}</option>`)}
    </select>
  </div>`
}

function fieldError(name: string, language: Language, errors: Readonly<Record<string, string>>): Html | string {
  return errors[name]
    ? html`<p class="error" id="${name}-error"><span class="visually-hidden">${WORDS[language].error}: </span>${errors[name]}</p>`
    : ''
}

/** Focused when the page opens, with a link to each wrong field. */
function errorSummary(words: Words['form'], errors: Readonly<Record<string, string>>): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>${words.notSent}</h2>
    <ul>${Object.entries(errors).map(([name, text]) => html`<li>${name ? html`<a href="#${name}">${text}</a>` : text}</li>`)}</ul>
  </div>`
}
