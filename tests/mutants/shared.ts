/**
 * Mutants of what every folder may use.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/dates.ts': [['officeDay(new Date(start)) < wanted', 'false']],
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
}
