/** What a torture is, and what it gives back: a row of the table in `tests/README.md`. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two looks, milliseconds. */
const POLL_MS = 100

export interface Scale {
  /** The form for CI: the same, with less of everything. */
  isShort: boolean
  /** Of the requests that are drawn by chance. */
  seed: number
}

export interface Row {
  /** What was done, in figures. */
  done: string
  /** Acknowledged, and not there afterwards. */
  lost: number
  /** There twice, where that is not explained. */
  twice: number
  /** There, but not as it was sent. */
  torn: number
  /** Answers with 5xx that the circumstances do not excuse. */
  failed: number
  /** Other goals that were missed, a sentence each. */
  faults: readonly string[]
}

/** Starts what it needs and stops all of it, also when it throws. */
export type Torture = (scale: Scale) => Promise<Row>

/** @returns the figure for the form that runs */
export const sized = ({ isShort }: Scale, full: number, short: number): number => (isShort ? short : full)

export const inFigures = (count: number): string => count.toLocaleString('en-US')

/** Waits until something is so. What hangs is ended by `run.ts`. */
export async function settled(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(POLL_MS)
}
