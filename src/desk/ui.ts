/** Parts of the desk's pages. Cells have the name of their column (`data-label`), because narrow windows show rows as blocks. */
import { html } from 'hono/html'
import { monthInWords, officeTime, shortOfficeTime } from '../dates.ts'
import { printable } from '../letters.ts'
import type { Html, SignedIn } from './page.ts'

const ALERT_ID = 'alert'

/** A time in Florida, where the firm is. The element is empty: `withTimes` fills in all times of a page. Print shows the title too. */
export const timeElement = (iso: string): Html => html`<time datetime="${iso}" title="${officeTime(iso)}"></time>`

export const withTimes = (page: string, now: Date): string =>
  page.replace(
    /(<time datetime="([^"]*)"[^>]*>)(?=<\/time>)/g,
    (_, tag: string, iso: string) => tag + shortOfficeTime(iso, now),
  )

/** An error, which has the focus, so that screen readers read it first. @param field id of a field, to which the text becomes a link */
export function alertBox(text: string | Html, field?: string): Html {
  const words = field === undefined ? text : html`<a href="#${field}">${text}</a>`
  return html`<p role="alert" tabindex="-1" id="${ALERT_ID}" class="summary" autofocus><strong>${words}</strong></p>`
}

export const describedByAlert = html` aria-invalid="true" aria-describedby="${ALERT_ID}"`

export const disclosure = (summary: string | Html, content: Html, isOpen = false): Html =>
  html`<details${isOpen ? html` open` : ''}>
    <summary>${summary}</summary>
    ${content}
  </details>`

interface FormOptions {
  action: string
  fields?: Record<string, string | number>
  className?: string
  attributes?: Html
}

export const hiddenField = ([name, value]: readonly [string, string | number]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export function deskForm({ csrf }: SignedIn, options: FormOptions, content: Html): Html {
  const { action, fields, className = '', attributes = html`` } = options
  return html`<form method="post" action="${action}"${className && html` class="${className}"`}${attributes}>
    ${Object.entries({ csrf, ...fields }).map(hiddenField)}
    ${content}
  </form>`
}

export const buttonForm = (member: SignedIn, options: FormOptions, label: Html | string, className = 'quiet'): Html =>
  deskForm(member, options, html`<button type="submit" class="${className}">${label}</button>`)

/** For irreversible actions: the form is hidden until a click on the summary. */
export const finalForm = (
  member: SignedIn,
  action: string,
  { summary, effect, button }: Record<'summary' | 'effect' | 'button', Html | string>,
): Html =>
  disclosure(
    summary,
    deskForm(member, { action }, html`<p>${effect}</p> <button type="submit" class="danger">${button}</button>`),
  )

export const hiddenWords = (words: string): Html => html`<span class="visually-hidden">${words}</span>`

interface FieldOptions {
  hint?: Html | string | undefined
  error?: Html | string | undefined
}

/** @param id is unique on the page, where several forms may have a field with the same name */
export function field(
  id: string,
  label: Html | string,
  { hint, error }: FieldOptions,
  control: (attributes: Html) => Html,
): Html {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const describedBy = described && html` aria-describedby="${described}"`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ''}
    ${error ? html`<p class="error" id="${id}-error">${error}</p>` : ''}
    ${control(html` id="${id}"${describedBy}${error ? html` aria-invalid="true"` : ''}`)}
  </div>`
}

type Options = readonly (readonly [value: string, text: string])[]

export function selectField(name: string, label: string, options: Options, given: FieldOptions & { value: string }) {
  const optionOf = ([value, text]: Options[number]) =>
    html`<option value="${value}"${value === given.value ? html` selected` : ''}>${text}</option>`
  const select = (own: Html) => html`<select name="${name}"${own}>${options.map(optionOf)}</select>`
  return field(name, label, given, select)
}

/** @param months the months with data; `month` is added */
export function monthForm(path: string, month: string, months: readonly string[]): Html {
  const listed = [...new Set([month, ...months])].sort().reverse()
  const options = listed.map((one) => [one, monthInWords(one)] as const)
  return html`<form method="get" action="${path}" class="filter">
    ${selectField('month', 'Month', options, { value: month })}
    <p class="do"><button type="submit" class="quiet">Show</button></p>
  </form>`
}

/** For forms with one text field. Screen readers announce an error at once, and a field with an error has the focus. */
export function lineField(
  id: string,
  label: Html | string,
  value: string,
  { name = id, attributes = html``, hint, error }: FieldOptions & { name?: string; attributes?: Html } = {},
): Html {
  const alert = error && html`<span role="alert">${error}</span>`
  const focus = error ? html` autofocus` : ''
  const input = (given: Html) => html`<input name="${name}" value="${value}"${given}${attributes}${focus}>`
  return field(id, label, { hint, error: alert }, input)
}

/** @param select a part of the value; the desk's script selects it */
export function textField(
  id: string,
  label: string,
  value: string,
  given: FieldOptions & { name?: string; rows: number; attributes?: Html; select?: string | undefined },
): Html {
  const { name = 'note', rows, attributes = html``, select } = given
  const selected = select === undefined ? '' : html` data-select="${select}"`
  // HTML parsers drop a line break at the start of a textarea, so there is an extra one.
  const area = (own: Html) =>
    html`<textarea name="${name}" rows="${rows}"${own}${attributes}${selected}>${`\n${value}`}</textarea>`
  return field(id, label, given, area)
}

export const tickField = (
  { name, value, isTicked, attributes }: { name: string; value?: string; isTicked: boolean; attributes?: Html },
  label: Html | string,
): Html =>
  html`<p class="tick">
    <label>
      <input type="checkbox" name="${name}" value="${value ?? 'yes'}"${isTicked ? html` checked` : ''}${attributes}>
      <span>${label}</span>
    </label>
  </p>`

/** For forms with several fields: `alertBox` announces the error, and has the focus. */
export const inputField = (
  type: 'date' | 'time' | 'number' | 'url',
  name: string,
  label: string,
  given: FieldOptions & { value: string },
): Html => field(name, label, given, (own) => html`<input name="${name}" type="${type}" value="${given.value}"${own}>`)

/** Typed text may have another direction than the page. */
export const asTyped = (text: string): Html => html`<bdi>${printable(text)}</bdi>`

/** HTML parsers drop a line break at the start of a `pre`, so there is an extra one. */
export const typedLines = (text: string, className = ''): Html =>
  html`<pre${className && html` class="${className}"`}>${`\n${printable(text)}`}</pre>`

export const withCommasBetween = (parts: readonly (Html | string)[]): Html =>
  html`${parts.map((part, index) => html`${index > 0 ? ', ' : ''}${part}`)}`

/** A fact without a value is left out. */
export const factList = (facts: readonly (readonly [string, Html | string | undefined])[], className = ''): Html =>
  html`<dl${className && html` class="${className}"`}>${facts.map(
    ([name, value]) => value && html`<div><dt>${name}</dt> <dd>${value}</dd></div>`,
  )}</dl>`

/** The CSS class of each column, by name. `line`: short text, never wrapped. `long`: a wide column. */
type Columns = Readonly<Record<string, string>>

/** A cell with `span` covers several columns and has no column name. */
export type Cell = Html | string | { span: number; content: Html | string }

/** A table with more columns gets the class `many`. */
const MAX_NARROW_COLUMNS = 5

/** For screen readers. A visible dash would say nothing. */
const MISSING = html`<span class="missing visually-hidden">none</span>`

/** @param rows '' is a missing value @param layout `head`: index of the column with row headers @returns '' if there are no rows */
export function deskTable(
  caption: Html | string,
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  { head = 0, className = '' }: { head?: number; className?: string } = {},
): Html | '' {
  if (rows.length === 0) return ''
  const names = Object.keys(columns)
  const classOf = (name: string) => (columns[name] ? html` class="${columns[name]}"` : '')
  const cellOf = (cell: Cell, index: number) => {
    if (typeof cell === 'object' && 'span' in cell) return html`<td colspan="${cell.span}">${cell.content}</td>`
    const name = names[index] ?? ''
    const rest = html`${classOf(name)} data-label="${name}">${cell === '' ? MISSING : cell}`
    return index === head ? html`<th scope="row"${rest}</th>` : html`<td${rest}</td>`
  }
  const isMany = names.length > MAX_NARROW_COLUMNS
  return html`<div class="table${isMany ? ' many' : ''}${className && ` ${className}`}">
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>${names.map((name) => html`<th scope="col"${classOf(name)}>${name}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map(cellOf)}</tr>`)}
      </tbody>
    </table>
  </div>`
}
