/** The search for questions, with the sample's questions and the words that people use. */
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
  ['en', 'HOW MUCH do you charge?', 'What does the first conversation cost?'],
  ['en', 'costs', 'What does the first conversation cost?'],
  ['en', 'got a speeding ticket', 'Should I just pay the ticket?'],
  ['en', 'drunk driving', 'What are the ten days'],
  ['en', 'car accident how long to sue', 'How long do I have to bring a claim'],
  ['en', 'the adjuster called me', 'The other side'],
  ['en', 'delete my data', 'How do I have my message erased?'],
  ['en', 'is it private', 'Is what I send confidential?'],
  ['en', 'my father died with no will', 'What happens if I die without a will?'],
  ['en', 'write on behalf of my mother', 'May I write for somebody else'],
  ['en', 'which papers', 'What should I bring?'],
  ['es', 'mi perro mordio a un vecino', 'Mi perro mordió'],
  ['es', 'cuánto cobran', '¿Cuánto cuesta la primera conversación?'],
  ['es', 'borrar mis datos', '¿Cómo pido que se borre mi mensaje?'],
  ['es', 'me dieron una multa', '¿Pago la citación'],
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
    ['the', 0],
  ] as const) {
    const { faq, more = [] } = searchFaq(FAQ.en, query)
    expect(faq).toHaveLength(count)
    expect([...faq.map(({ question }) => question), ...more].sort()).toEqual(
      FAQ.en.map(({ question }) => question).sort(),
    )
  }
})
