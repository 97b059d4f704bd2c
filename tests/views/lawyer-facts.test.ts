import { expect, it } from 'vitest'
import { lawyerFacts, lawyerListMarkdown } from '../../src/views/facts.ts'
import type { Lawyer } from '../../src/firm/lawyer.ts'
import { yamlOf } from '../table.ts'
import { AREAS } from '../test-desk.ts'

const ADVOCATE = yamlOf<Lawyer>('tests/views/lawyer-facts.yaml')

it('a lawyer has the facts that are known, in words, with links to the practice areas in the order of the site', () => {
  const known = { ...ADVOCATE, admitted: '2009-04-21', admissions: ['Georgia', 'Alabama'] }
  const [first, second] = AREAS
  expect(lawyerFacts({ ...known, areas: [second?.id ?? '', first?.id ?? ''] }, 'en', AREAS)).toEqual([
    { term: 'Admitted to The Florida Bar', values: [{ text: 'April 21, 2009' }] },
    { term: 'Florida Bar number', values: [{ text: '0123456' }] },
    { term: 'Also admitted to', values: [{ text: 'Georgia' }, { text: 'Alabama' }] },
    { term: 'Languages', values: [{ text: 'English, Spanish' }] },
    { term: 'Practice areas', values: [first, second].map((area) => ({ text: area?.name, url: area?.url })) },
  ])
  const fewer = lawyerFacts({ ...known, admissions: undefined, barNumber: undefined }, 'es', [])
  expect(fewer.map(({ term }) => term)).toEqual(['Admisión en The Florida Bar', 'Idiomas'])
})

it('a year of admission stays a year', () =>
  expect(lawyerFacts(ADVOCATE, 'es', AREAS)[0]?.values).toEqual([{ text: '2009' }]))

it('the list has a line for each lawyer, and no heading without one', () => {
  expect(lawyerListMarkdown([ADVOCATE], 'The lawyers', 'en')).toEqual([
    '## The lawyers',
    `- [Ana Diaz](${ADVOCATE.url}): Attorney · admitted in Florida 2009 · English, Spanish`,
  ])
  expect(lawyerListMarkdown([], 'The lawyers', 'en')).toEqual([])
})
