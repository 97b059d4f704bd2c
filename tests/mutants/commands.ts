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
  'src/commands/adopt/own-folder.ts': [
    ['if (found.length === 0) return', 'return'],
    ['if (realpathSync(target) === realpathSync(source)) return', 'return'],
  ],
  'src/commands/adopt/firm-answers.ts': [
    ['if (twice) throw', 'if (false as boolean) throw'],
    ['if (fault) throw', 'if (false as boolean) throw'],
  ],
  'src/commands/adopt/hours-line.ts': [
    ['closing.isEither ? afterNoon(closing) : timeOf(closing)', 'timeOf(closing)'],
    ['opening.hour <= LAST_AFTERNOON_HOUR && ', ''],
    [' && afterNoon(opening) < late', ''],
  ],
  'src/commands/adopt/lawyer-texts.ts': [['isAlone ? [body] : [body, choose]', '[body]']],
  'src/commands/adopt/firm-claims.ts': [
    ["replace(/\\*+/g, '')", "replace(/\\*+ ?/g, '')"],
    ['responde|responderá|llama', 'responde|llama'],
    ['vamos al hospital|', ''],
  ],
  'src/commands/adopt/for-the-lawyer.ts': [["if: chose('landlord_tenant')", "if: chose('immigration')"]],
  'src/commands/adopt/ask.ts': [['if (given === undefined) return undefined', 'if (given === undefined) return typed']],
  'src/commands/adopt/answers-file.ts': [["line === undefined ? 'is missing'", "line === 0 ? 'is missing'"]],
  'src/commands/content/open-passages.ts': [
    ['folder !== LETTERS', "folder !== ''"],
    ['passagesOf(content).filter(({ field }) => field)', '[]'],
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
    ['isSample || !changes', '!changes'],
  ],
  'src/commands/content/reviews.ts': [
    ['reviewed.get(file)?.commit === commit', '(false as boolean)'],
    ["!== 'false') return", "!== 'true') return"],
    ['reviewedDay(content) > latest', 'reviewedDay(content) > today'],
    ['name !== NOTICES && data &&', 'data &&'],
    ['inDays(STALE_DAYS)', 'inDays(0)'],
  ],
  'src/commands/content/encoding.ts': [['bad + 1', '1']],
  'src/commands/content/frontmatter.ts': [
    ["document.errors[0]?.code === 'BAD_INDENT'", '(false as boolean)'],
    ['line: line + 1 })', 'line })'],
  ],
  'src/commands/content/links.ts': [
    ["!unused.some((language) => path.startsWith(factPath(language, '/')))", 'true'],
    ['ways.find((way) => addresses.has(way)) ??', ''],
    ['inLanguage(language, addresses))', '[...addresses])'],
  ],
  'src/commands/content/place-fault.ts': [
    ['Number(step) + 1', 'Number(step)'],
    ['depth > 0 && ', ''],
  ],
  'src/commands/content/schema-faults.ts': [['if (choice) return', 'if (false as boolean) return']],
  'src/commands/content/reference-links.ts': [
    ['const unused = targets.filter(({ id }) => !used.has(id))', 'const unused = targets.filter(() => false)'],
    ['plain(id || words)', 'plain(id ?? words)'],
  ],
  'src/commands/content/nearest.ts': [['name.length - 2', 'name.length']],
  'src/commands/content/pictures.ts': [
    ['megabytes > MAX_MEGABYTES', 'megabytes < 0'],
    ['if (!names.includes(name))', 'if (false as boolean)'],
    ['if (!BEGINNINGS.test(beginningOf(path)))', 'if (false as boolean)'],
  ],
  'src/commands/content/stray-files.ts': [['!isLeftOut(name) && ', '']],
  'src/commands/content/plain-name.ts': [
    [".replaceAll('.', ' ')", ''],
    ['names.includes(plain) ?', '(false as boolean) ?'],
  ],
  'src/commands/content/yaml-slips.ts': [
    ['if (isBelow && field?.isBlock) return undefined', ''],
    ['name ? dash.length : indent', 'indent'],
  ],
  'src/commands/content/logo-fault.ts': [
    ['|\\son\\w+\\s*=', ''],
    ['isFile(path)\n', '(true as boolean)\n'],
    ['!file.subarray(0, PNG.length).equals(PNG)', 'false'],
  ],
  'src/commands/content/lawyer-check.ts': [
    ['if (existsSync(join(root, dirname(file), portrait))) return []', 'if (true as boolean) return []'],
    ['if (language !== FIRST_LANGUAGE) return fault', 'if (false as boolean) return fault'],
    ['data?.barNumber === undefined', '(false as boolean)'],
    ['|| names.length === 0', ''],
    ['names.some((name) => isNameOf(responsible, name))', 'names.includes(responsible)'],
  ],
  'src/commands/content/unreadable-pictures.ts': [["failOn: 'error'", "failOn: 'none'"]],
  'src/commands/content/retention-check.ts': [['!== retentionDays)', '=== retentionDays)']],
  'src/commands/content/glossary.ts': [['possibleIn(withoutCode(content), ', 'possibleIn(content, ']],
  'src/commands/content/files.ts': [
    ['LANGUAGES.filter((language) => !languages.includes(language))', '[] as Language[]'],
  ],
  'src/commands/content/passages.ts': [["line + text.slice(0, index).split('\\n').length - 1", 'line']],
}
