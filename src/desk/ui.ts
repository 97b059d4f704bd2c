/**
 * Parts of the desk's pages: form fields, times, alerts, disclosures, tables.
 * In a narrow window, each row of a table becomes a block. So every cell has the name of its column (`data-label`), and the stylesheet shows
 * that name before the cell, or hides it for all but screen readers. An empty cell is a dash.
 */
import { html } from 'hono/html'
import { monthInWords, officeTime } from '../dates.ts'
import type { Html, SignedIn } from './page.ts'

const ALERT_ID = 'alert'

/** A time in Florida, where the firm is. */
export const timeElement = (iso: string): Html => html`<time datetime="${iso}">${officeTime(iso)}</time>`

export const DAMAGED =
  'The database is damaged: some of what was stored may be missing or unreadable. Ask the person who runs this service to restore it now.'

/** An error, with a link to its field. It has the focus, so that screen readers read it first. */
export function alertBox(text: string, field?: string): Html {
  const words = field === undefined ? text : html`<a href="#${field}">${text}</a>`
  return html`<p role="alert" tabindex="-1" id="${ALERT_ID}" class="summary" autofocus><strong>${words}</strong></p>`
}

/** Attributes for the field of the alert. */
export const describedByAlert = html` aria-invalid="true" aria-describedby="${ALERT_ID}"`

/** For irreversible actions: the button is hidden until a click on the summary. */
export const disclosure = (summary: string | Html, content: Html, isOpen = false): Html =>
  html`<details${isOpen ? html` open` : ''}>
    <summary>${summary}</summary>
    ${content}
  </details>`

export const hiddenFields = ({ csrf }: SignedIn, fields: Record<string, string | number> = {}): Html =>
  html`${Object.entries({ csrf, ...fields }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`

interface Field {
  name: string
  label: string
  value: string
  error?: string | undefined
}

const errorOf = (id: string, error: string | undefined): Html | string =>
  error === undefined ? '' : html`<p class="error" id="${id}-error">${error}</p>`
const markOf = (id: string, error: string | undefined): Html | string =>
  error === undefined ? '' : html` aria-invalid="true" aria-describedby="${id}-error"`

export function selectField(field: Field & { options: readonly (readonly [string, string])[] }): Html {
  const { name, label, value: chosen, options, error } = field
  const optionOf = ([value, text]: readonly [string, string]) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${errorOf(name, error)}
    <select id="${name}" name="${name}"${markOf(name, error)}>${options.map(optionOf)}</select>
  </div>`
}

/** @param months the months with data; `month` is added */
export function monthForm(path: string, month: string, months: readonly string[]): Html {
  const listed = [...new Set([month, ...months])].sort().reverse()
  const options = listed.map((one) => [one, monthInWords(one)] as const)
  return html`<form method="get" action="${path}" class="filter">
    ${selectField({ name: 'month', label: 'Month', value: month, options })}
    <p class="do"><button type="submit" class="quiet">Show</button></p>
  </form>`
}

/**
 * @param id must be unique on the page; several forms may have a field with the same name
 * @param rows visible lines
 * @param select a part of the value; the desk's script selects it
 */
export function textField(field: Field & { id: string; rows: number; mark?: Html; select?: string | undefined }): Html {
  const { id, name, label, value, rows, mark = html``, error, select } = field
  const selected = select === undefined ? '' : html` data-select="${select}"`
  // HTML parsers drop a line break at the start of a textarea. Without the extra one, they would drop the text's own.
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${errorOf(id, error)}
    <textarea id="${id}" name="${name}" rows="${rows}"${mark}${markOf(id, error)}${selected}>${`\n${value}`}</textarea>
  </div>`
}

/** @param mark more attributes of the box */
export const tickField = (
  { name, value = 'yes', isTicked, mark = html`` }: { name: string; value?: string; isTicked: boolean; mark?: Html },
  label: Html | string,
): Html =>
  html`<p class="tick">
    <label>
      <input type="checkbox" name="${name}" value="${value}"${isTicked ? html` checked` : ''}${mark}>
      <span>${label}</span>
    </label>
  </p>`

export const dayField = ({ name, label, value, error }: Field): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    ${errorOf(name, error)}
    <input id="${name}" name="${name}" type="date" value="${value}"${markOf(name, error)}>
  </div>`

/** The CSS class of each column, by name. `line`: short text, never wrapped. `long`: the remaining width. */
type Columns = Readonly<Record<string, string>>

/** A cell with `span` covers several columns and has no column name. */
export type Cell = Html | string | { span: number; content: Html | string }

/** A table with more columns gets the class `many`. */
const MAX_NARROW_COLUMNS = 5

const MISSING = html`<span class="missing"><span aria-hidden="true">–</span><span class="visually-hidden">none</span></span>`

/**
 * @param rows '' is a missing value
 * @param layout `head` is the index of the column whose cells head the rows
 */
export function deskTable(
  caption: Html | string,
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  { head = 0, className = '' }: { head?: number; className?: string } = {},
): Html {
  const names = Object.keys(columns)
  const classOf = (name: string) => (columns[name] ? html` class="${columns[name]}"` : '')
  const cellOf = (cell: Cell, index: number) => {
    if (typeof cell === 'object' && 'span' in cell) return html`<td colspan="${cell.span}">${cell.content}</td>`
    const name = names[index] ?? ''
    const marked = html`${classOf(name)} data-label="${name}">${cell === '' ? MISSING : cell}`
    return index === head ? html`<th scope="row"${marked}</th>` : html`<td${marked}</td>`
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
