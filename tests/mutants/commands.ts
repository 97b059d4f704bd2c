/**
 * Mutants of `src/commands/`.
 */
import type { MutantTable } from './mutant.ts'

export const COMMANDS: MutantTable = {
  'src/commands/content/addresses.ts': [
    ['ownAddress([...addresses, ...emailHosts(files)])', 'ownAddress(addresses)'],
    ['ownAddress([...addresses, ...emailHosts(files)])', 'ownAddress(emailHosts(files))'],
    ['if (!known.includes(found))', 'if (false as boolean)'],
    ['(?![\\\\w-]|\\\\.\\\\w)', ''],
    ['(?<!\\$)', ''],
  ],
  'src/commands/adopt/texts.ts': [
    ['ids.has(topic)', '(true as boolean)'],
    ["replace(/^reviewed:.*\\n/m, '')", "replace(/^$/m, '')"],
    ['index + 1, language', '1, language'],
  ],
  'src/commands/adopt/own-folder.ts': [['if (found.length === 0) return', 'return']],
  'src/commands/adopt/ask.ts': [['if (given === undefined) return undefined', 'if (given === undefined) return typed']],
  'src/commands/adopt/answers-file.ts': [["line === undefined ? 'is missing'", "line === 0 ? 'is missing'"]],
  'src/commands/content/open-passages.ts': [
    ['folder !== LETTERS', "folder !== ''"],
    ["passagesOf({ ...content, body: '' })", '[]'],
  ],
  'src/commands/content/wording.ts': [
    ['(?!\\s+(?:nothing|less|more|no\\b|you\\b|\\$))', ''],
    ['WORDINGS.filter((wording) => !isSaid(wording))', 'WORDINGS'],
    ['&& !unless?.test(passage.text)', ''],
  ],
  'src/commands/content/report.ts': [
    ['if (settings.goesOnline)', 'if (false as boolean)'],
    ['sampleName || !changes', '!changes'],
  ],
  'src/commands/content/reviews.ts': [
    ['reviewed.get(file)?.commit === commit', '(false as boolean)'],
    ["!== 'false') return", "!== 'true') return"],
    ['reviewedDay(content) > latest', 'reviewedDay(content) > today'],
    ['name !== NOTICES && data &&', 'data &&'],
  ],
  'src/commands/content/retention-check.ts': [['!== retentionDays)', '=== retentionDays)']],
  'src/commands/content/glossary.ts': [['passagesOf(withoutCode(content))', 'passagesOf(content)']],
  'src/commands/content/passages.ts': [["line + text.slice(0, index).split('\\n').length - 1", 'line']],
}
