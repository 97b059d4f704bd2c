/**
 * The answers in a file, so that they can be prepared, and used again.
 */
import { isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import type { ContentFault } from '../content/fault.ts'
import { nearest } from '../content/fault.ts'
import { Answers, type AnswerName } from './firm-answers.ts'
import { ANSWER_NAMES, QUESTIONS } from './questions.ts'

/** As typed, by question. */
export type TypedAnswers = Partial<Record<AnswerName, string>>

/**
 * Reads a file of answers.
 * @param file its name, for the faults
 * @returns the answers, or all that is wrong with them
 */
export function readAnswers(file: string, text: string): { answers?: Answers; faults: ContentFault[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const fault = (line: number, field: string, message: string): ContentFault => ({ file, line, field, message })
  const [error] = document.errors
  if (error) return { faults: [fault(lines.linePos(error.pos[0]).line, '', `cannot be read here. ${LINE_RULE}`)] }
  if (!isMap(document.contents)) return { faults: [fault(1, '', `holds no answers. ${LINE_RULE}`)] }
  const places = new Map(
    document.contents.items.map(({ key }) => {
      const name = isScalar(key) ? String(key.value) : ''
      return [name, lines.linePos(isScalar(key) ? key.range[0] : 0).line]
    }),
  )
  const { data, error: wrong } = Answers.safeParse(document.toJS())
  const faults = (wrong?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => fault(places.get(key) ?? 1, key, `is no question: ${hintFor(key)}`))
    const name = issue.path[0] as AnswerName
    const line = places.get(name)
    const message = line === undefined ? 'is missing' : issue.message
    return [fault(line ?? 1, name, `${message}. ${QUESTIONS[name].ask}. Write, for example: ${exampleOf(name)}`)]
  })
  return data ? { answers: data, faults } : { faults: faults.sort((one, other) => one.line - other.line) }
}

const exampleOf = (name: AnswerName) => stringify({ [name]: QUESTIONS[name].example }, { lineWidth: 0 }).trimEnd()
const LINE_RULE = `Write one answer on each line, like ${exampleOf('city')}, and put it into double quotes if it holds a sign`

function hintFor(key: string): string {
  const meant = nearest(key, ANSWER_NAMES)
  return meant ? `did you mean \`${meant}\`?` : `the questions are ${ANSWER_NAMES.join(', ')}`
}

/** The file for answers that were typed: each with its question above it. */
export const answersFile = (typed: TypedAnswers): string =>
  ANSWER_NAMES.filter((name) => typed[name])
    .map((name) => `# ${QUESTIONS[name].ask}\n${stringify({ [name]: typed[name] }, { lineWidth: 0 })}`)
    .join('')
