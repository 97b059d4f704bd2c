/**
 * A row as text, and which of its goals it misses.
 */
import { milliseconds } from '../bench/statistics.ts'
import type { NotRun, Row, Scale } from './torture.ts'

export const HEAD = [
  'torture',
  'what was done',
  'lost',
  'twice',
  'torn',
  '5xx',
  'longest wait of another request',
  'without waiting for a processor',
  'how late a timer was in the thread that asked',
  'goal',
] as const

/** The counts whose goal is 0. */
const COUNTS = ['lost', 'twice', 'torn', 'failed'] as const

export function cellsOf(name: string, result: Row | NotRun): string[] {
  if ('notRun' in result) return [name, `not run: ${result.notRun}`, ...HEAD.slice(2).map(() => '')]
  const { done, waits, waitGoal } = result
  return [
    name,
    done,
    ...COUNTS.map((count) => String(result[count])),
    waits ? milliseconds(waits.request) : '',
    waits ? milliseconds(waits.own) : '',
    waits ? milliseconds(waits.machine) : '',
    waitGoal === undefined ? '0' : `0, < ${milliseconds(waitGoal)} of its own`,
  ]
}

/**
 * @returns a sentence for each goal that was missed. In the short form waits are no goal: it runs on machines that others use.
 */
export function missedGoals(name: string, result: Row | NotRun, { isShort }: Pick<Scale, 'isShort'>): string[] {
  if ('notRun' in result) return []
  const { waits, waitGoal = Infinity, faults } = result
  const isLate = !isShort && waits !== undefined && waits.own - waits.machine >= waitGoal
  return [
    ...COUNTS.filter((count) => result[count] !== 0).map((count) => `${name}: ${result[count]} ${count}.`),
    ...new Set(faults.map((fault) => `${name}: ${fault}`)),
    ...(isLate ? [`${name}: another request waited ${milliseconds(waits.own)}.`] : []),
  ]
}
