/** A lawyer, as the API gives one. */
import type { Lawyer } from '../src/firm/lawyer.ts'
import { lawyerPath } from '../src/site.ts'
import { BASE } from './test-desk.ts'

export const ADVOCATE: Lawyer = {
  name: 'Ana Diaz',
  role: 'Attorney',
  barNumber: '0123456',
  admitted: '2009',
  languages: ['English', 'Spanish'],
  areas: ['animal_law'],
  url: BASE + lawyerPath('ana-diaz'),
  portrait: `${BASE}/_astro/ana-diaz.webp`,
  portraitText: 'Ana Diaz at her desk.',
  body: 'She takes matters about animals.',
  reviewed: '2026-11-01',
}
