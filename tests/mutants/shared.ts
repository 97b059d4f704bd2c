/**
 * Mutants of what every folder may use, and of the build.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
  'src/build/unchanged-files.ts': [
    ['found.size === body.length && readFileSync(file).equals(body)', 'found.size === body.length'],
    ['.mtimeMs >= since', '.mtimeMs > since'],
    ['if (!found) removeFileAbove(folder, path)', ''],
  ],
}
