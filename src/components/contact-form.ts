/**
 * The contact form as HTML, drawn by the build into the page and by the function with what was typed and what is wrong.
 * `html` escapes every value.
 */
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Notices } from '../practice/notices.ts'
import { LIMITS } from '../practice/inquiry-request.ts'
import { OTHER_TOPIC } from '../practice/practice-area.ts'
import { PATHS } from '../site.ts'

/** The field that only programs fill in. */
export const TRAP_FIELD = 'website'
export const TICKET_FIELD = 'ticket'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface ContactForm {
  notices: Notices
  practiceAreas: readonly { id: string; name: string }[]
  /** What was typed, by field. */
  values?: Readonly<Record<string, string>>
  /** What is wrong, by field, as a sentence. The empty name is for the form as a whole. */
  errors?: Readonly<Record<string, string>>
  /** Left out in the page that the build writes: the function puts it in. */
  ticket?: string
}

interface Field {
  name: keyof typeof LIMITS
  label: string
  /** How a sentence about it begins. */
  subject: string
  hint?: string
  type?: string
  autocomplete?: string
  rows?: number
  optional?: boolean
}

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Your name', subject: 'Your name', autocomplete: 'name' },
  { name: 'email', label: 'E-mail', subject: 'Your e-mail', type: 'email', autocomplete: 'email', hint: 'We answer to this address.' },
  { name: 'phone', label: 'Telephone', subject: 'Your telephone number', type: 'tel', autocomplete: 'tel', optional: true },
  {
    name: 'otherParty',
    label: 'Who is on the other side?',
    subject: 'The name of the other side',
    optional: true,
    hint: 'A person, company or agency. We check for conflicts of interest before we talk.',
  },
  {
    name: 'message',
    label: 'What happened?',
    subject: 'Your message',
    rows: 8,
    hint: `A few sentences are enough, at most ${LIMITS.message.max.toLocaleString('en-US')} characters. Leave out what should stay confidential.`,
  },
]

const TOPIC = { name: 'topic', label: 'What is it about?', subject: 'The topic' }
const LANGUAGE = { name: 'language', label: 'Language of our answer', subject: 'The language' }
const LANGUAGES = { en: 'English', es: 'Español' }

/** The fields of the form, each with the words that begin a sentence about it. */
export const SUBJECTS: Readonly<Record<string, string>> = Object.fromEntries([...FIELDS, TOPIC, LANGUAGE].map(({ name, subject }) => [name, subject]))

/**
 * Draws the form.
 * @returns safe HTML
 */
export function contactForm(form: ContactForm): Html {
  const { notices, practiceAreas, ticket, errors = {} } = form
  const [name, email, phone, otherParty, message] = FIELDS.map((field) => input(field, form))
  const topics = Object.fromEntries([...practiceAreas.map((area) => [area.id, area.name]), [OTHER_TOPIC, 'Something else']])
  return html`${Object.keys(errors).length > 0 ? summary(errors) : ''}
    <form method="post" action="${PATHS.contact}" class="form" novalidate>
      ${name}${email}${phone}
      ${select(TOPIC, { '': 'Choose one, if you like', ...topics }, form)}
      ${otherParty}${message}
      ${select(LANGUAGE, LANGUAGES, form)}
      <div class="trap" aria-hidden="true">
        <label for="${TRAP_FIELD}">Leave this empty</label>
        <input id="${TRAP_FIELD}" name="${TRAP_FIELD}" type="text" tabindex="-1" autocomplete="off">
      </div>
      ${ticket ? html`<input type="hidden" name="${TICKET_FIELD}" value="${ticket}">` : ''}
      <div class="notice">
        <h2 id="before-you-send">Before you send this</h2>
        <p>${notices.inquiry}</p>
        <p>${notices.confidentiality}</p>
        <p>${notices.telephone}</p>
        <p><a href="${PATHS.disclaimer}">Disclaimer</a> · <a href="${PATHS.privacy}">Privacy</a></p>
      </div>
      <button type="submit">Send to the firm</button>
    </form>`
}

function input(field: Field, { values = {}, errors = {} }: ContactForm): Html {
  const { name, label, hint, type = 'text', autocomplete, rows, optional } = field
  const value = values[name] ?? ''
  const described = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${name}" name="${name}"${autocomplete ? html` autocomplete="${autocomplete}"` : ''}${optional ? '' : html` required`}${described ? html` aria-describedby="${described}"` : ''}${errors[name] ? html` aria-invalid="true"` : ''}`
  return html`<div class="field">
    <label for="${name}">${label}${optional ? html` <span class="optional">(optional)</span>` : ''}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${fault(name, errors)}
    ${rows ? html`<textarea ${attributes} rows="${rows}">${`\n${value}`}</textarea>` : html`<input ${attributes} type="${type}" value="${value}">`}
  </div>`
}

function select({ name, label }: { name: string; label: string }, options: Readonly<Record<string, string>>, { values = {}, errors = {} }: ContactForm): Html {
  const invalid = errors[name] ? html` aria-describedby="${name}-error" aria-invalid="true"` : ''
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${fault(name, errors)}
    <select id="${name}" name="${name}"${invalid}>
      ${Object.entries(options).map(([value, text]) => html`<option value="${value}"${values[name] === value ? html` selected` : ''}>${text}</option>`)}
    </select>
  </div>`
}

function fault(name: string, errors: Readonly<Record<string, string>>): Html | string {
  return errors[name] ? html`<p class="error" id="${name}-error"><span class="visually-hidden">Error: </span>${errors[name]}</p>` : ''
}

/** Focused when the page opens, with a link to each field, so that nobody has to search. */
function summary(errors: Readonly<Record<string, string>>): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>It was not sent yet</h2>
    <ul>${Object.entries(errors).map(([name, text]) => html`<li>${name ? html`<a href="#${name}">${text}</a>` : text}</li>`)}</ul>
  </div>`
}
