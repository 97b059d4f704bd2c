import { expect, it } from 'vitest'
import { rankFaq } from '../../src/firm/faq.ts'

const FAQ = [
  { question: 'Is what I write confidential?', answer: 'Not yet. It costs nothing to ask.' },
  { question: 'What does a first conversation cost?', answer: 'Nothing, for most matters.' },
  { question: 'How long do I have after an injury?', answer: 'Often two years. Deadlines differ.' },
  { question: '¿Cuánto tiempo tengo?', answer: 'Depende.' },
]
const places = (query: string) => rankFaq(FAQ, query).map((entry) => FAQ.indexOf(entry as (typeof FAQ)[number]))

it.each([
  ['cost', [1, 0]],
  ['how much does it cost', [1, 0]],
  ['costo', [1, 0]],
  ['COSTS?', [1, 0]],
  ['deadline for an injury', [2]],
  ['cuanto', [3]],
  ['injury cost', [2, 1, 0]],
  ['', [0, 1, 2, 3]],
  ['the', [0, 1, 2, 3]],
  ['zebra', [0, 1, 2, 3]],
])('%j finds the best first, and all if nothing', (query, found) => expect(places(query)).toEqual(found))
