/**
 * Mutants of what every folder may use, of `src/firm/`, of `src/contract/` and of the build.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/contract/documents.ts': [
    ['other.id === id && other.language !== language', 'other.id === id'],
    ['.filter((other) => published.has(other.path))', ''],
    ["path.includes('{') ? [] : translations", 'translations'],
  ],
  'src/firm/retention.ts': [['|%7BretentionDays%7D', '', 'No text links to the number of days.']],
  'src/firm/notices.ts': [['`${inquiry} ${confidentiality}`', 'inquiry']],
  'src/contract/openapi.ts': [['...(scope !== undefined && { oauth: [scope] })', '']],
  'src/dates.ts': [['officeDay(new Date(start)) < wanted', 'false']],
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
  'src/build/unchanged-files.ts': [
    ['found.size === body.length && readFileSync(file).equals(body)', 'found.size === body.length'],
    ['.mtimeMs >= since', '.mtimeMs > since'],
    ['if (!found) removeFileAbove(folder, path)', ''],
  ],
}
