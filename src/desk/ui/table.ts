/**
 * Tables of the desk. In a narrow window each row becomes a block, so every cell has the name of its column (`data-label`),
 * which the stylesheet shows before it. Empty cells say “not given”.
 */
import { html } from 'hono/html'
import type { Html } from '../page.ts'

/** A column. */
export interface Column {
  name: string
  /** `line`: short text of the desk, like a date, never wrapped. `long`: gets the remaining width. */
  kind?: 'line' | 'long'
}

/** A cell, or one that spans several columns and has no column name. */
export type Cell = Html | string | { span: number; content: Html | string }

/** A table with more columns gets the class `many`. */
const MAX_NARROW_COLUMNS = 5

const MISSING = html`<span class="missing">not given</span>`

/**
 * A table.
 * @param columns the first column heads its row
 * @param rows for each row, a cell for each column; '' for a missing value
 */
export function deskTable(caption: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="table${columns.length > MAX_NARROW_COLUMNS ? ' many' : ''}"><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => cellOf(cell, columns[index], index === 0))}</tr>`)}</tbody>
  </table></div>`
}

function cellOf(cell: Cell, column: Column | undefined, isFirst: boolean): Html {
  if (typeof cell === 'object' && 'span' in cell) return html`<td colspan="${cell.span}">${cell.content}</td>`
  const content = cell === '' ? MISSING : cell
  const label = html` data-label="${column?.name ?? ''}"`
  return isFirst
    ? html`<th scope="row"${classOf(column)}${label}>${content}</th>`
    : html`<td${classOf(column)}${label}>${content}</td>`
}

const classOf = (column: Column | undefined) => (column?.kind ? html` class="${column.kind}"` : '')
