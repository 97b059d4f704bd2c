/**
 * Mutants of what every folder may use, of `src/firm/`, of `src/contract/` and of the build.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/contract/documents.ts': [
    ['other.id === id && other.language !== language', 'other.id === id'],
    ['.filter((other) => published.has(documentFile(other.path)))', ''],
    ["path.includes('{') ? [] : translations", 'translations'],
    ["tag === FIRST_LANGUAGE || published.has(factPath(tag, '/firm'))", 'true'],
    ['language === undefined || languages.includes(language)', 'true'],
  ],
  'src/firm/holidays.ts': [['[year, year + 1]', '[year]']],
  'src/firm/hours-fields.ts': [['one.opens < other.closes && ', '']],
  'src/firm/open-state.ts': [
    ['wait > 0 || clock < opens', 'clock < opens'],
    ['clock < closes', 'true'],
    ['if (day > until) return undefined', 'if (today > until) return undefined'],
  ],
  'src/firm/schedule.ts': [
    ['opens <= last[1]', 'opens < last[1]'],
    ['if (others.length > 0)', 'if (others.length > 1)'],
  ],
  'src/firm/surface-notices.ts': [
    ["const FORM = ['inquiry', 'confidentiality', 'telephone']", "const FORM = ['inquiry', 'telephone']"],
    ["= ['urgent', ...FORM, 'assistant']", "= ['urgent', ...FORM]"],
    ["const GUIDE = ['automated', 'urgent', ", "const GUIDE = ['automated', "],
    ["linkedMail: ['inquiry', ", 'linkedMail: ['],
    ['flatMap((name) =>', 'slice(1).flatMap((name) =>'],
  ],
  'src/contract/documents/catalogs.ts': [
    [
      '`${officeOf(firm)}. Facts and consultation requests. ${AUTOMATED}`',
      '`Facts and consultation requests. ${AUTOMATED}`',
    ],
  ],
  'src/contract/documents/llms-txt.ts': [["\n\n${warnings.join('\\n\\n')}", '']],
  'src/firm/retention.ts': [['|%7BretentionDays%7D', '', 'No text links to the number of days.']],
  'src/contract/openapi.ts': [['...(scope !== undefined && { oauth: [scope] })', '']],
  'src/dates.ts': [['officeDay(new Date(start)) < wanted', 'false']],
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
  'src/build/unchanged-files.ts': [
    ['found.size === body.length && readFileSync(file).equals(body)', 'found.size === body.length'],
    ['.mtimeMs >= since', '.mtimeMs > since'],
    ['if (!found) removeFileAbove(folder, path)', ''],
  ],
}
