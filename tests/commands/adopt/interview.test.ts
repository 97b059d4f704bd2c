/** The interview that writes the answers of a firm: what is typed is in `interview.txt`, and what comes of it in `interview.yaml`. */
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { Answers, answersFile, type Draft, readAnswers, readDraft } from '../../../src/commands/adopt/answers.ts'
import { interview } from '../../../src/commands/adopt/interview.ts'
import { blocksOf } from '../../table.ts'

const [WHOLE = [], STOPPED = [], LAWYER = [], REST = []] = blocksOf('tests/commands/adopt/interview.txt')
const read = (file: string) => parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const GIVEN = read('content/starters/firm.yaml')
const KEYS: Record<string, string> = { '⏎': '\r', '↓': '\u001B[B', '⌫': '\u0015', '■': '\u0003' }
/** Questions without keys are answered with what they offer. */
async function answeredWith(keys: readonly string[][], draft: Draft = {}, keep = (_answers: Draft) => {}) {
  const [input, output, left] = [new PassThrough(), new PassThrough(), [...keys]]
  output.on('data', (shown: Buffer) => {
    const [question, typed = ''] = left[0] ?? []
    // Long questions are wrapped.
    if (!question || !shown.toString().replace(/\s+/g, ' ').includes(question)) return
    left.shift()
    // A prompt listens to keys after it has been drawn.
    setImmediate(() => typed.match(/[⏎↓⌫■]|[^⏎↓⌫■]+/g)?.forEach((key) => input.write(KEYS[key] ?? key)))
  })
  return interview(draft, keep, { input, output })
}

it('asks one thing after the other, and its answers are those of a file', async () => {
  const typed = await answeredWith(WHOLE)
  expect(readAnswers('firm.yaml', answersFile(typed))).toEqual({ answers: Answers.parse(typed), faults: [] })
  expect(typed).toMatchObject(read('tests/commands/adopt/interview.yaml'))
  expect(typed.lawyers[1]?.certified).toBeUndefined()
})

it('is stopped by Ctrl-C, and goes on with the answers that were kept', async () => {
  let file = ''
  const keep = (draft: object) => void (file = answersFile(draft))
  await expect(answeredWith(STOPPED, {}, keep)).rejects.toThrow('Stopped.')
  expect(file).toMatch(/^# The name under which .*\nname: Diaz\n$/)
  const { name, lawyers, accent, logo, ...rest } = GIVEN
  const draft = readDraft(`${file}${stringify({ ...rest, postalCode: '322', parking: true })}`)
  const { postalCode: _, ...kept }: Record<string, unknown> = { ...rest, name }
  expect(Object.keys(draft).sort()).toEqual(Object.keys(kept).sort())
  await expect(answeredWith(LAWYER, draft, keep)).rejects.toThrow('Stopped.')
  const typed = await answeredWith(REST, { ...readDraft(file), street: undefined })
  expect(typed).toMatchObject({ ...rest, name: 'Diaz', lawyers: [{ name: 'Ana Diaz' }] })
  expect([name, lawyers, accent, logo].filter(Boolean)).toHaveLength(3)
})
