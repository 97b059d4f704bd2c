/**
 * Mutants of what every folder may use, of `src/firm/` and of `src/contract/`.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/firm/notices.ts': [['`${inquiry} ${confidentiality}`', 'inquiry']],
  'src/contract/openapi.ts': [['...(scope !== undefined && { oauth: [scope] })', '']],
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
}
