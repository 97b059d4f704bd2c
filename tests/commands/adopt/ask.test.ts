/**
 * The questions at a terminal.
 */
import { expect, it } from 'vitest'
import { askAll } from '../../../src/commands/adopt/ask.ts'
import { ANSWER_NAMES, QUESTIONS } from '../../../src/commands/adopt/questions.ts'

/** A person who types these lines and then closes the terminal. */
function terminalOf(lines: readonly string[]) {
  const [left, printed] = [[...lines], [] as string[]]
  return {
    printed,
    left,
    print: (text: string) => void printed.push(text),
    ask(prompt: string) {
      printed.push(prompt)
      return Promise.resolve(left.shift())
    },
  }
}

const needed = (name: (typeof ANSWER_NAMES)[number]) =>
  ['holidays', 'afterHours', 'replyWithin', 'spanish', 'languages', 'accent', 'logo'].includes(name)
    ? ''
    : QUESTIONS[name].example

it('each is asked with an example; no answer takes what is usual, or leaves it out', async () => {
  const terminal = terminalOf(ANSWER_NAMES.map(needed))
  const typed = await askAll(terminal)
  expect(Object.keys(typed ?? {})).toEqual(ANSWER_NAMES.filter(needed))
  const shown = terminal.printed.join('\n')
  for (const name of ANSWER_NAMES)
    expect(shown).toContain(`${QUESTIONS[name].ask}.\n     For example: ${QUESTIONS[name].example}`)
  expect(shown).toContain('[one business day] > ')
  expect(shown).not.toContain('The answer must')
})

it('an answer that cannot be taken is asked for again, with what is wrong', async () => {
  const [name = '', ...rest] = ANSWER_NAMES.map(needed)
  const typing = ['', name, ...rest]
  typing.splice(typing.indexOf(QUESTIONS.zip.example), 0, '322', 'five')
  const terminal = terminalOf(typing)
  expect(await askAll(terminal)).toMatchObject({ name, zip: QUESTIONS.zip.example })
  expect(terminal.left).toEqual([])
  expect(terminal.printed.filter((line) => line.includes('The answer '))).toEqual([
    '     The answer must not be empty.',
    '     The answer must be a ZIP code of five digits.',
    '     The answer must be a ZIP code of five digits.',
  ])
})

it('a person who stops has answered nothing', async () => {
  expect(await askAll(terminalOf(['Diaz & Cole, PLLC']))).toBeUndefined()
})
