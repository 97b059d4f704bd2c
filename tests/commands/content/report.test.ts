/**
 * What the check says before a site goes online, and what stops it then: the sample's facts, days in the future, other numbers.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Circumstances, reportOn } from '../../../src/commands/content/report.ts'
import { readContentSettings, SettingsError } from '../../../src/settings.ts'
import { removeFolder } from '../../journeys/server.ts'
import { copyProject } from '../../project-copy.ts'
import { editContent, type EditedContent, printed } from './edited-content.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const PUBLIC = { SITE_URL: 'https://www.yourfirm.com' }
const PAGE = 'pages/not-found.md'

function report(content: EditedContent, env: Record<string, string> = PUBLIC, more: Partial<Circumstances> = {}) {
  const settings = readContentSettings(env)
  const { faults, advice } = reportOn(content.read(), { settings, now: NOW, glossary: [], changes: undefined, ...more })
  return { faults: faults.map(printed), advice: advice.map(printed) }
}

describe('a site goes online', () => {
  it.each([
    PUBLIC,
    { SITE_URL: 'https://firm.law' },
    { URL: 'https://firm.netlify.app' },
    { URL: 'https://firm.netlify.app', CONTEXT: 'production', DEMONSTRATION: 'false' },
  ])('with %j', (env) => expect(readContentSettings(env).goesOnline).toBe(true))

  it.each([
    {},
    { SITE_URL: 'http://localhost:8888' },
    { SITE_URL: 'http://127.0.0.1:8888' },
    { SITE_URL: 'https://www.firm.example' },
    { SITE_URL: 'https://www.example.com' },
    { SITE_URL: 'https://desk.local' },
    { SITE_URL: 'https://intranet' },
    { SITE_URL: 'not an address' },
    { ...PUBLIC, DEMONSTRATION: 'true' },
    { ...PUBLIC, CONTEXT: 'deploy-preview', DEPLOY_PRIME_URL: 'https://p1--firm.netlify.app' },
  ])('not with %j', (env) => expect(readContentSettings(env).goesOnline).toBe(false))

  it('or an operator hears what is wrong with the setting', () => {
    const read = () => readContentSettings({ DEMONSTRATION: 'yes' })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow('DEMONSTRATION is not right: it must be true or false.')
  })
})

describe('what is left of the sample', () => {
  it.each([
    ['We are Heron\nLanding Law.', 'holds Heron Landing Law, the invented firm. Write: {firm.name}'],
    ['`claude mcp add heron-landing`', 'holds heron-landing, the invented firm'],
    ['Ask for Wren Fennimarsh.', 'holds Wren Fennimarsh, an invented lawyer'],
    ['Come to 114 Example Landing Street.', 'holds 114 Example Landing Street, an invented street'],
    ['Call (850) 555-0100.', 'holds 555-0100, a number kept for invented telephones'],
    ['Call +18505550100 or 850.555.0100', 'holds 555.0100, a number'],
    ['See https://yourfirm.example/x.', 'holds yourfirm.example, an address that does not exist'],
    [
      '```\nadd https://mcp.other.com/v1/mcp\n```',
      'holds https://mcp.other.com/v1/mcp, the MCP server of another site. Write: {base}/mcp',
    ],
  ])('is named: %j', (text, message) => {
    const content = editContent()
    const before = report(content).faults.length
    content.append(PAGE, text)
    const { faults } = report(content)
    const first = text.split('\n').find((line) => /heron|wren|landing|\d{3}|\.example|mcp\./i.test(line)) ?? ''
    expect(faults).toContainEqual(expect.stringMatching(new RegExp(`^${PAGE}:${content.lineOf(PAGE, first)} `)))
    expect(faults).toContainEqual(expect.stringContaining(message))
    expect(faults.length).toBe(before + 1)
  })

  it.each([
    'A heron on the landing.',
    'Write to ana@example.com, or see example.com.',
    'Call (386) 326-1234, case 2026-555-01425.',
    'Connect to {base}/mcp.',
    'See https://modelcontextprotocol.io/mcp-guide.',
    'For example. Landing.',
  ])('is not %j', (text) => {
    const content = editContent()
    const before = report(content).faults
    content.append(PAGE, text)
    expect(report(content).faults).toEqual(before)
  })

  it('is found in every field and file of the sample, and stops the build', () => {
    const { faults } = report(editContent())
    for (const field of ['name', 'telephone', 'email', 'address.street', 'responsibleAttorney'])
      for (const firm of ['firm.md', 'es/firm.md'])
        expect(faults).toContainEqual(expect.stringMatching(new RegExp(`^${firm}:\\d+ ${field} holds `)))
    expect(faults.length).toBeGreaterThan(10)
  })

  it('is one line of advice while the sample is tried out, and each place when a firm has begun to replace it', () => {
    const content = editContent()
    const places = report(content).faults.length
    expect(report(content, {})).toEqual({
      faults: [],
      advice: [expect.stringMatching(`^firm.md:2 name is that of the invented firm, and so are ${places} places`)],
    })
    for (const file of ['firm.md', 'es/firm.md']) content.change(file, /name: .*/, 'name: Ana Ortiz, P.A.')
    const { faults, advice } = report(content, {})
    // The town of the sample may be that of the firm.
    const inLanguage = (folder: string): unknown[] => [
      expect.stringMatching(`^${folder}firm.md:\\d+ telephone holds 555-0142`),
      expect.stringMatching(`^${folder}firm.md:\\d+ email holds heronlandinglaw`),
      expect.stringMatching(`^${folder}firm.md:\\d+ address.street holds 114 Example Landing Street`),
      expect.stringMatching(`^${folder}firm.md:\\d+ responsibleAttorney holds Wren Fennimarsh-Example`),
      expect.stringMatching(`^${folder}lawyers/alden-marshgrass-example.md:2 name holds Alden Marshgrass-Example`),
      expect.stringMatching(`^${folder}lawyers/wren-fennimarsh-example.md:2 name holds Wren Fennimarsh-Example`),
    ]
    expect(faults).toEqual([...inLanguage('es/'), ...inLanguage('')])
    expect(advice.filter((each) => / holds .*(telephones|does not exist)/.test(each))).toHaveLength(2)
    content.change('firm.md', 'city: Palatka', 'city: Ocala')
    content.change('firm.md', /areaServed: .*/, 'areaServed: Marion County')
    content.change('es/firm.md', /areaServed: .*/, 'areaServed: Condado de Marion')
    expect(report(content, {}).faults.filter((fault) => fault.includes('holds Palatka'))).toEqual([
      expect.stringMatching(/^es\/firm\.md:\d+ address\.city /),
    ])
  })
})

describe('a day of review', () => {
  it.each([
    ['2026-11-24', 'is later than today. Write the day on which a lawyer read the text: 2026-11-22'],
    ['2027-01-01', 'is later than today'],
  ])('%s stops a site that goes online, and is advice before', (day, message) => {
    const content = editContent()
    content.change(PAGE, /reviewed: .*/, `reviewed: ${day}`)
    const line = content.lineOf(PAGE, 'reviewed:')
    const found = expect.stringContaining(`${PAGE}:${line} reviewed ${message}`)
    expect(report(content).faults).toContainEqual(found)
    const trial = report(content, {})
    expect([trial.faults, trial.advice]).toEqual([[], expect.arrayContaining([found])])
  })

  it('may be a day that has begun somewhere', () => {
    const content = editContent()
    content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-23')
    expect(report(content, PUBLIC, { now: new Date('2026-11-22T11:00:00Z') }).faults.join()).not.toContain('later than')
    expect(report(content, PUBLIC, { now: new Date('2026-11-22T09:00:00Z') }).faults.join()).toContain('later than')
  })
})

describe('for how long inquiries are kept', () => {
  const kept = (content: EditedContent, days: string) =>
    report(content, { ...PUBLIC, RETENTION_DAYS: days }).faults.filter(
      (fault) => fault.includes('kept') || fault.includes('RETENTION_DAYS'),
    )

  it('is compared with the setting, in both languages', () => {
    const content = editContent()
    for (const file of ['pages/privacy.md', 'faq/erase.md', 'es/pages/privacy.md', 'es/faq/erase.md']) {
      content.append(
        file,
        file.startsWith('es/')
          ? 'Se borra 77 días después de\nque cerramos el asunto.'
          : 'Erased 77 days after we closed it.',
      )
      const line = content.lineOf(file, '77 d')
      expect(kept(content, '90')).toContainEqual(
        expect.stringMatching(new RegExp(`^${file}:${line}  says “77 .*RETENTION_DAYS is 90`)),
      )
    }
    expect(kept(content, '77').join()).not.toContain('says “77 ')
    expect(report(content, { RETENTION_DAYS: '90' }).faults).toEqual([])
  })

  it('is said on the privacy page, as a number or as a placeholder', () => {
    const content = editContent()
    content.change('pages/privacy.md', /^---\n\n[\s\S]*/m, '---\n\nWe keep it.\n')
    expect(kept(content, '90')).toContainEqual(
      expect.stringMatching(/^pages\/privacy\.md:\d+ {2}does not say for how long inquiries are kept\. .*: 90$/),
    )
    for (const text of ['Until 90 days after we closed it.', 'Until {retentionDays} days after we closed it.']) {
      content.change('pages/privacy.md', /^---\n\n[\s\S]*/m, `---\n\n${text}\n`)
      expect(kept(content, '90').filter((fault) => fault.startsWith('pages/privacy.md'))).toEqual([])
    }
  })
})

it('`npm run check:content` stops for a public address, says how to show the sample, and takes it then', () => {
  const project = copyProject()
  try {
    const check = (env: Record<string, string>) =>
      spawnSync(process.execPath, [join(project, 'src/commands/check-content.ts')], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...env },
      })
    const stopped = check(PUBLIC)
    expect([stopped.status, stopped.stderr]).toEqual([1, expect.stringContaining('set DEMONSTRATION=true')])
    expect(stopped.stderr).toContain('content/sample/firm.md:2  `name` holds Heron Landing Law')
    const shown = check({ ...PUBLIC, DEMONSTRATION: 'true' })
    expect([shown.status, shown.stderr]).toEqual([
      0,
      expect.stringContaining('please look: `name` is that of the invented firm'),
    ])
    expect(shown.stdout.match(/No history of the repository here/g)).toHaveLength(1)
    const withoutGit = check({ ...PUBLIC, DEMONSTRATION: 'true', PATH: '/nonexistent' })
    expect([withoutGit.status, withoutGit.stdout]).toEqual([0, shown.stdout])
    const refused = check({ ...PUBLIC, DEMONSTRATION: 'maybe' })
    expect([refused.status, refused.stderr]).toEqual([1, 'DEMONSTRATION is not right: it must be true or false.\n'])
  } finally {
    removeFolder(project)
  }
})
