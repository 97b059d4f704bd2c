/**
 * Tables of the desk. In a narrow window each row becomes a block of its own, so every cell bears the name of its column
 * (`data-label`), which the stylesheet writes before it; and no cell is empty: what is missing must be seen to be missing.
 */
import { html } from 'hono/html'
import type { Html } from '../page.ts'

/** A column. */
export interface Column {
  name: string
  /** `line`: what the desk writes itself and is short, like a date; it is never broken. `long`: gets the room that the others leave. */
  kind?: 'line' | 'long'
}

/** A cell; or several in one, which then have no column's name. */
export type Cell = Html | string | { span: number; content: Html | string }

/** More columns need the width of a desk. */
const MAX_NARROW_COLUMNS = 5

const MISSING = html`<span class="missing">not given</span>`

/**
 * A table.
 * @param caption what is in it
 * @param columns the first names its row
 * @param rows for each row a cell for each column
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
