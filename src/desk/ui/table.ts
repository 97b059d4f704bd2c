/**
 * Tables of the desk. In a narrow window each row becomes a block, so every cell has the name of its column (`data-label`),
 * which the stylesheet shows before it, or leaves to screen readers. Empty cells are a dash.
 */
import { html } from 'hono/html'
import type { Html } from '../page.ts'

/** A column. */
export interface Column {
  name: string
  /** Classes for the stylesheet. `line`: short text of the desk, like a date, never wrapped. `long`: gets the remaining width. */
  kind?: string
}

/** A cell, or one that spans several columns and has no column name. */
export type Cell = Html | string | { span: number; content: Html | string }

/** A table with more columns gets the class `many`. */
const MAX_NARROW_COLUMNS = 5

/** A dash, which screen readers would not read. */
const MISSING = html`<span class="missing"><span aria-hidden="true">–</span><span class="visually-hidden">none</span></span>`

/** Columns, and how they are set. */
export interface TableLayout {
  columns: readonly Column[]
  /** Place of the column that heads its row; the first if left out. */
  head?: number
  /** A class of the table. */
  className?: string
}

/**
 * A table.
 * @param layout its columns; the first heads its row unless the layout names another
 * @param rows for each row, a cell for each column; '' for a missing value
 */
export function deskTable(
  caption: string,
  layout: readonly Column[] | TableLayout,
  rows: readonly (readonly Cell[])[],
): Html {
  const { columns, head = 0, className = '' } = 'columns' in layout ? layout : { columns: layout }
  const isMany = columns.length > MAX_NARROW_COLUMNS
  return html`<div class="table${isMany ? ' many' : ''}${className && ` ${className}`}"><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => cellOf(cell, columns[index], index === head))}</tr>`)}</tbody>
  </table></div>`
}

function cellOf(cell: Cell, column: Column | undefined, isHead: boolean): Html {
  if (typeof cell === 'object' && 'span' in cell) return html`<td colspan="${cell.span}">${cell.content}</td>`
  const content = cell === '' ? MISSING : cell
  const label = html` data-label="${column?.name ?? ''}"`
  return isHead
    ? html`<th scope="row"${classOf(column)}${label}>${content}</th>`
    : html`<td${classOf(column)}${label}>${content}</td>`
}

const classOf = (column: Column | undefined) => (column?.kind ? html` class="${column.kind}"` : '')
