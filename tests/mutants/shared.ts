/**
 * Mutants of what every folder may use, of `src/firm/`, of `src/contract/` and of the build.
 */
import type { MutantTable } from './mutant.ts'

export const SHARED: MutantTable = {
  'src/once.ts': [['(made ??= make())', '(made = make())']],
  'src/contract/documents.ts': [
    ['other.id === id && other.language !== language', 'other.id === id'],
    ['.filter((other) => published.has(documentFile(other.path)))', ''],
    ["path.includes('{') ? [] : translations", 'translations'],
    ["tag === FIRST_LANGUAGE || published.has(factPath(tag, '/firm'))", 'true'],
    ['language === undefined || languages.includes(language)', 'true'],
  ],
  'src/language.ts': [
    ["words.slice(0, -1).join(', ')", "words.slice(0, -1).join(' ')"],
    [".filter((part) => part !== '')", ''],
  ],
  'src/firm/accent.ts': [
    ["(tone) => lowestContrast(tone, 'light') >= TEXT_CONTRAST", '() => true'],
    ['Math.min(chroma, DARK_CHROMA)', 'chroma'],
    ["const aim = end === 'darker' ? 0 : 1", 'const aim = 0'],
  ],
  'src/build/initials.ts': [
    [".filter((word) => word !== '' && !FORMS.has(plain(word)))", ".filter((word) => word !== '')"],
    ['({ length }) => length > 1', '({ length }) => length > 0'],
  ],
  'src/build/icon.ts': [['logo !== undefined && !logo.isWide', 'logo !== undefined']],
  'src/firm/holidays.ts': [['[year, year + 1]', '[year]']],
  'src/firm/hours-fields.ts': [['one.opens < other.closes && ', '']],
  'src/firm/lawyer.ts': [
    ['picture === undefined || portraitText !== undefined', 'true'],
    ['letters.slice(1).slice(-1)', 'letters.slice(1)'],
    ['written.startsWith(`${name},`)', 'written.startsWith(name)'],
  ],
  'src/firm/open-state.ts': [
    ['wait > 0 || clock < opens', 'clock < opens'],
    ['clock < closes', 'true'],
    ['if (day > until) return undefined', 'if (today > until) return undefined'],
  ],
  'src/firm/schedule.ts': [
    ['opens <= last[1]', 'opens < last[1]'],
    ['if (others.length > 0)', 'if (others.length > 1)'],
    ['hours === undefined || ', 'hours === undefined && '],
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
  'src/firm/placeholders.ts': [
    ['stop ? asSentence(value) : value', 'value + stop'],
    ['if (!Object.hasOwn(values, word)) return found', ''],
    ['.map(hoursInside)', ''],
  ],
  'src/contract/openapi.ts': [['...(scope !== undefined && { oauth: [scope] })', '']],
  'src/dates.ts': [['officeDay(new Date(start)) < wanted', 'false']],
  'src/alphabet.ts': [['256 - (256 % alphabet.length)', '256']],
  'src/build/text-pictures.ts': [
    ['options.width === src.width', 'true'],
    ["from === 'jpeg' ? QUALITIES : [WITHOUT_LOSS, ...QUALITIES]", 'QUALITIES'],
    ['if (made.length <= limit) return made', 'return made'],
    ['[75, 60, 45, 30].map(', '[30].map('],
    [' || pages > 1', ''],
    ['.rotate()', ''],
  ],
  'src/build/wide-tables.ts': [
    ['sum + width + 1', 'sum + 1'],
    ["part.url?.startsWith('tel:')", 'false'],
    ['siblings.slice(0, context.indexOf(node)).findLast', 'siblings.findLast'],
  ],
  'src/views/first-picture.ts': [['(?:(?!<h2[ >]).)*?<img', '.*?<img']],
  'src/build/unchanged-files.ts': [
    ['found.size === body.length && readFileSync(file).equals(body)', 'found.size === body.length'],
    ['.mtimeMs >= since', '.mtimeMs > since'],
    ['if (!found) removeFileAbove(folder, path)', ''],
  ],
}
