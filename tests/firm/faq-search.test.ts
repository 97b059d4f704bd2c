/** The search for questions, with the sample's questions. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { searchFaq } from '../../src/firm/faq.ts'

const entriesOf = (folder: string) =>
  globSync(`content/sample/${folder}faq/[^_]*.md`).map((file) => {
    const [, head = '', answer = ''] = readFileSync(file, 'utf8').split('---\n')
    return { question: /^question: (.*)$/m.exec(head)?.[1] ?? '', answer }
  })
const FAQ = { en: entriesOf(''), es: entriesOf('es/') }

it.each([
  ['en', 'my dog bit someone', 'My dog bit somebody'],
  ['en', 'costs', 'What does the first conversation cost?'],
  ['en', 'got a speeding ticket', 'Should I just pay the ticket?'],
  ['en', 'car accident how long to sue', 'How long do I have to bring a claim'],
  ['es', 'mi perro mordio', 'Mi perro mordió'],
  ['es', 'borrar mis datos', '¿Cómo pido que se borre mi mensaje?'],
  ['es', 'herencia sin testamento', '¿Qué pasa si muero sin testamento?'],
  ['es', 'accidente, plazo para demandar', '¿Cuánto tiempo tengo para reclamar'],
] as const)('(%s) finds first what is asked with %j', (language, query, first) => {
  expect(searchFaq(FAQ[language], query).faq[0]?.question).toContain(first)
})

it('gives all without words, five answers at most, and the questions of the rest', () => {
  expect(searchFaq(FAQ.en, ' ')).toEqual({ faq: FAQ.en })
  for (const [query, count] of [
    ['a message about a will, a dog, a ticket and the cost of an injury', 5],
    ['zebra', 0],
  ] as const) {
    const { faq, more = [] } = searchFaq(FAQ.en, query)
    expect(faq).toHaveLength(count)
    expect([...faq.map(({ question }) => question), ...more].sort()).toEqual(
      FAQ.en.map(({ question }) => question).sort(),
    )
  }
})
