/** What a bench gives back: a table in which each figure that has a goal stands beside it. */

/** A figure that has a goal. */
export interface Compared {
  measured: string
  /** Like `≤ 2×`, or `flat`. */
  goal: string
}

export type Cell = string | Compared

/** One table: what was measured, and the rows. */
export interface Measured {
  title: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Name of the columns that hold goals. */
const GOAL = 'goal'

/** The table as text: a column that has goals becomes two. */
export function withGoals({ head, rows }: Pick<Measured, 'head' | 'rows'>): { head: string[]; rows: string[][] } {
  const hasGoals = head.map((_, index) => rows.some((row) => typeof row[index] === 'object'))
  return {
    head: head.flatMap((name, index) => (hasGoals[index] ? [name, GOAL] : [name])),
    rows: rows.map((row) =>
      row.flatMap((cell, index) => {
        const { measured, goal } = typeof cell === 'string' ? { measured: cell, goal: '' } : cell
        return hasGoals[index] ? [measured, goal] : [measured]
      }),
    ),
  }
}
