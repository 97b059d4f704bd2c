/** What the questions of all commands share. */
import { isCancel } from '@clack/prompts'
import { SettingsError } from '../settings.ts'

/** @param stopped what a person reads who pressed Ctrl-C @returns a function that waits for an answer, and throws SettingsError then */
export const answerOr =
  (stopped: string) =>
  async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
    const value = await answer
    if (isCancel(value)) throw new SettingsError(stopped)
    return value as Exclude<T, symbol>
  }
