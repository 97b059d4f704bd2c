/**
 * The files of the firm's lawyers.
 */
import { expect, it } from 'vitest'
import { Answers } from '../../../src/commands/adopt/firm-answers.ts'
import { lawyerTexts } from '../../../src/commands/adopt/lawyer-texts.ts'
import { ANSWER_NAMES, QUESTIONS } from '../../../src/commands/adopt/questions.ts'
import { fieldsOf } from '../../../src/commands/adopt/starters.ts'

const answersWith = (lawyers: string) =>
  Answers.parse({
    ...Object.fromEntries(ANSWER_NAMES.map((name) => [name, QUESTIONS[name].example])),
    logo: undefined,
    areas: 'probate, family law',
    lawyers,
  })

it('has one for each lawyer whose year of admission is said, with number, areas and place', () => {
  const answers = answersWith('Ana Díaz, Esq., 0123456, 2009; Ben Cole; Eve Roe, 2015')
  const texts = lawyerTexts(answers, 'en')
  expect(texts.map(([path]) => path)).toEqual(['lawyers/ana-diaz.md', 'lawyers/eve-roe.md'])
  expect(texts.map(([, text]) => fieldsOf(text))).toEqual([
    {
      name: 'Ana Díaz',
      role: 'Attorney',
      barNumber: '0123456',
      admitted: '2009',
      languages: ['[Languages that this lawyer speaks]'],
      areas: ['probate', 'family_law'],
      order: 1,
    },
    expect.objectContaining({ name: 'Eve Roe', order: 3 }),
  ])
  expect(texts.map(([, text]) => text.includes('[What this lawyer does'))).toEqual([true, true])
  expect(texts.map(([, text]) => text.includes('[Leave in the field areas only'))).toEqual([true, true])
  const [[path, text] = []] = lawyerTexts(answers, 'es')
  expect([path, text]).toEqual([
    'es/lawyers/ana-diaz.md',
    expect.stringMatching(
      /role: "\[Abogada o abogado\]"[\s\S]*\[Idiomas que habla\][\s\S]*\[Lo que hace en el bufete[\s\S]*\[Deje en el campo areas/,
    ),
  ])
})

it('the only lawyer of a firm speaks its languages and works in all its areas', () => {
  const answers = answersWith('Ana Díaz, 0123456, 2009')
  for (const [language, languages] of [
    ['en', ['English', 'Spanish']],
    ['es', ['inglés', 'español']],
  ] as const) {
    const [[, text] = []] = lawyerTexts(answers, language)
    expect(fieldsOf(text ?? '')).toMatchObject({ languages, areas: ['probate', 'family_law'] })
    expect(text).not.toMatch(/field areas|campo areas/)
  }
})
