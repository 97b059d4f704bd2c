/** What the questions of all commands share. */
import { type CommonOptions, isCancel, text } from '@clack/prompts'
import { SettingsError } from '../settings.ts'

/** @param stopped what a person reads who pressed Ctrl-C @returns a function that waits for an answer, and throws SettingsError then */
export const answerOr =
  (stopped: string) =>
  async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
    const value = await answer
    if (isCancel(value)) throw new SettingsError(stopped)
    return value as Exclude<T, symbol>
  }

/** An answer is typed: nothing is chosen for a person who only presses Enter. One letter is enough, but “n” could be a no. */
export async function choose<Answer extends string>(
  given: ReturnType<typeof answerOr>,
  terminal: CommonOptions | undefined,
  message: string,
  answers: readonly Answer[],
): Promise<Answer> {
  const meant = (typed = '') => {
    const word = typed.trim().toLowerCase()
    return answers.find((each) => each === word || (each[0] === word && each !== 'not for us'))
  }
  const all = `${answers.slice(0, -1).join(', ')} or ${answers.at(-1)}`
  const validate = (typed?: string) => (meant(typed) ? undefined : `Type ${all}. Nothing is chosen for you.`)
  return meant(await given(text({ ...terminal, message: `${message} ${all}?`, validate }))) as Answer
}
