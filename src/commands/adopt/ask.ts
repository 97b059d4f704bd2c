/**
 * Asks the questions one after the other, each again until its answer can be taken.
 */
import { Answers } from './firm-answers.ts'
import type { TypedAnswers } from './answers-file.ts'
import { ANSWER_NAMES, isOptional, QUESTIONS, usualOf } from './questions.ts'

/** Where a person reads and types. */
export interface Terminal {
  print(text: string): void
  /** @returns what was typed; undefined when the person stopped */
  ask(prompt: string): Promise<string | undefined>
}

/**
 * Asks all questions.
 * @returns what was typed, of which every answer can be taken; undefined when the person stopped
 */
export async function askAll(terminal: Terminal): Promise<TypedAnswers | undefined> {
  const typed: TypedAnswers = {}
  for (const [index, name] of ANSWER_NAMES.entries()) {
    const { ask, example } = QUESTIONS[name]
    const usual = usualOf(name)
    terminal.print(`\n${index + 1}/${ANSWER_NAMES.length}  ${ask}.\n     For example: ${example}`)
    for (;;) {
      const given = (await terminal.ask(usual ? `     [${usual}] > ` : '     > '))?.trim()
      if (given === undefined) return undefined
      if (!given && isOptional(name)) break
      const [issue] = Answers.shape[name].safeParse(given).error?.issues ?? []
      if (!issue) {
        typed[name] = given
        break
      }
      terminal.print(`     The answer ${issue.message}.`)
    }
  }
  return typed
}
