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
  'src/commands/content/wording.ts': [
    ['(?!\\s+(?:nothing|less|more|no\\b|you\\b|\\$))', ''],
    ['WORDINGS.filter((wording) => !isSaid(wording))', 'WORDINGS'],
    ['&& !unless?.test(passage.text)', ''],
  ],
  'src/commands/content/github.ts': [
    ["env.GITHUB_ACTIONS !== 'true'", '(false as boolean)'],
    ["replaceAll(',', '%2C')", "replaceAll(';', '%2C')"],
    ['index % 2 === 1', 'index % 2 === 0'],
  ],
  'src/commands/content/repository.ts': [["!existsSync(join(top, '.git')) && dirname(top)", 'dirname(top)']],
  'src/commands/content-issue.ts': [
    ['if (number !== undefined)', ''],
    ['if (number === undefined)', 'if (true as boolean)'],
  ],
  'src/commands/editor/config.ts': [["media_folder: '', public_folder: '.'", "media_folder: '', public_folder: ''"]],
  'src/commands/content/report.ts': [
    ['if (settings.goesOnline)', 'if (false as boolean)'],
    ['sampleName || !changes', '!changes'],
  ],
  'src/commands/content/reviews.ts': [
    ['reviewed.get(file)?.commit === commit', '(false as boolean)'],
    ["!== 'false') return", "!== 'true') return"],
    ['reviewedDay(content) > latest', 'reviewedDay(content) > today'],
  ],
  'src/commands/content/retention-check.ts': [['!== retentionDays)', '=== retentionDays)']],
  'src/commands/content/glossary.ts': [['passagesOf(withoutCode(content))', 'passagesOf(content)']],
  'src/commands/content/passages.ts': [["line + text.slice(0, index).split('\\n').length - 1", 'line']],
}
