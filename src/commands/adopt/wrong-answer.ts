/**
 * An answer that cannot be taken.
 */
import type * as z from 'zod'

/** The message says what an answer must be; it goes on from the name of the question. */
export class WrongAnswer extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WrongAnswer'
  }
}

/**
 * Checks a value as `firm.md` will have it.
 * @param schema of the field
 * @throws WrongAnswer with the first thing that is wrong
 */
export function fitting<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (!issue) return data as z.output<S>
  // An answer needs no quotes, as a field does.
  const message = issue.message.replace(/, in quotes$/, '')
  throw new WrongAnswer(message.startsWith('must ') ? message : 'must be a text')
}

/** The parts of a list on one line. */
export const partsOf = (text: string, between: RegExp = /[;,]/): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * The choice that a part means.
 * @param isMeant whether it is this one; when left out, the same in any case
 * @throws WrongAnswer naming all choices
 */
export function choiceOf<Choice extends string>(
  part: string,
  choices: readonly Choice[],
  isMeant = (choice: Choice) => choice.toLowerCase() === part.toLowerCase(),
): Choice {
  const found = choices.find(isMeant)
  if (!found) throw new WrongAnswer(`must be one of: ${choices.join(', ')}; and ${part} is none`)
  return found
}

/** What people write where there is nothing to answer. */
export const NOTHING = /^(?:none|nothing|no)\.?$/i
