import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adviseOnContent } from '../../../src/commands/content/advice.ts'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { readContent } from '../../../src/commands/content/files.ts'
import { SAMPLE_CONTENT } from '../../../src/settings.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { copyProject } from '../../project-copy.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder()
  cpSync(SAMPLE_CONTENT, root, { recursive: true })
})
afterEach(() => removeFolder(root))

const path = (file: string) => join(root, file)
const AREA = 'practice-areas/animal-law.md'
/** What follows the hours of the week in `firm.md`, and how a single day begins. */
const LAST = 'holidays:'
const OTHER_DAY = 'otherDays:\n  - date: '
function change(file: string, from: string | RegExp, to: string) {
  const before = readFileSync(path(file), 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(path(file), after)
}
function append(file: string, text: string) {
  writeFileSync(path(file), `${readFileSync(path(file), 'utf8')}\n${text}\n`)
}
/** The faults as the command prints them. */
const faults = () =>
  checkContent(readContent(root), ['https://firm.example']).map(
    ({ file, line, field, message }) => `${file}:${line} ${field} ${message}`,
  )

describe('the check of the content', () => {
  it('finds nothing in what we publish', () => expect(faults()).toEqual([]))

  it('names a field that is misspelt, its line, and what was meant', () => {
    change(AREA, 'summary:', 'sumary:')
    expect(faults()).toEqual([
      expect.stringMatching(/^practice-areas\/animal-law\.md:1 summary is missing\. It is: What the firm does here/),
      expect.stringMatching(/^practice-areas\/animal-law\.md:[2-9] sumary is no field here: did you mean `summary`\?$/),
    ])
  })

  it('names the fields there are when none is near', () => {
    change(AREA, 'reviewed:', 'colour: green\nreviewed:')
    expect(faults()).toEqual([
      expect.stringContaining('colour is no field here: the fields are id, name, summary, order, drawing, reviewed'),
    ])
  })

  it.each([
    [/order: .*/, 'order: first', 'order must be a whole number. It is: Place in lists, from 1.'],
    [/order: .*/, 'order: 0', 'order must be 1 or more'],
    [/id: .*/, 'id: Animal-Law', 'id must be lower-case words joined by underscores'],
    [/id: .*/, 'id: other', 'id must not be "other"'],
    [/reviewed: .*/, 'reviewed: last week', 'reviewed must be a day like 2026-11-01'],
    [/summary: .*/, `summary: ${'x'.repeat(301)}`, 'summary must have at most 300 characters'],
  ])('%s → %.20j', (from, to, message) => {
    change(AREA, from, to)
    expect(faults().filter((fault) => fault.includes('animal-law.md'))).toEqual([expect.stringContaining(message)])
  })

  it.each([
    ['![](./river.jpg)', 'holds a picture without words'],
    ['![ ](./river.jpg)', 'holds a picture without words'],
    ['![The river](https://elsewhere.example/river.jpg)', 'holds a picture of another site'],
    ['Hello <script>alert(1)</script>', 'holds HTML'],
    ['<img src="https://elsewhere.example/x.gif" alt="x">', 'holds HTML'],
  ])('finds what a page cannot hold: %s', (line, message) => {
    writeFileSync(path('practice-areas/river.jpg'), '<svg/>')
    change(AREA, /\n## /, `\n${line}\n\n## `)
    const number = readFileSync(path(AREA), 'utf8').split('\n').indexOf(line) + 1
    expect(faults()).toEqual([expect.stringContaining(`${AREA}:${number}  ${message}`)])
  })

  it.each([
    'Less than <3 days, or a < b',
    'Write to <mailto:frontdesk@heronlandinglaw.example>.',
    'In code `<b>` is fine.',
    '```\n<script>\n```',
  ])('finds nothing in %j', (text) => {
    change(AREA, /\n## /, `\n${text}\n\n## `)
    expect(faults()).toEqual([])
  })

  it('points at a field inside a field', () => {
    change('firm.md', /postalCode: .*/, 'postalCode: 32177')
    const text = readFileSync(path('firm.md'), 'utf8').split('\n')
    const line = text.findIndex((row) => row.includes('postalCode')) + 1
    expect(faults()).toEqual([expect.stringContaining(`firm.md:${line} address.postalCode `)])
  })

  it.each([
    ['days: Monday to Friday', 'days: by phone', 'hours.0.days must be days of the week, like Monday to Friday'],
    ['opens: "08:30"', 'opens: 8:30', 'hours.0.opens must be a time like "08:30", in quotes. It is: Opening time, 24'],
    ['opens: "08:30"', 'opens: "24:30"', 'hours.0.opens must be a time like "08:30", in quotes'],
    ['closes: "17:00"', 'closes: "08:30"', 'hours.0.closes must be later than `opens`'],
    ['- Juneteenth', '- Easter', 'holidays.3 must be one of: New Year; '],
    ['- Juneteenth', '- Juneteen', 'holidays.3 is none of the choices: did you mean `Juneteenth`?'],
    [/holidays:(\n {2}- .*)+/, 'holidays: Christmas', 'holidays must be a list: each entry on a line of its own'],
    [LAST, `  - days: Friday\n    opens: "16:00"\n    closes: "18:00"\n${LAST}`, 'hours.1.days must not repeat Friday'],
    ['afterHours:', `${OTHER_DAY}December 24\nafterHours:`, 'otherDays.0.date must be a day like 2026-11-01'],
    ['afterHours:', `${OTHER_DAY}2026-12-24\n    opens: "09:00"\nafterHours:`, 'otherDays.0.date must have both'],
    [
      'afterHours:',
      `${OTHER_DAY}2026-12-24\n    opens: "12:00"\n    closes: "08:30"\nafterHours:`,
      'otherDays.0.closes must be later than `opens`',
    ],
  ])('says what to write where the opening hours are wrong: %s → %j', (from, to, message) => {
    change('firm.md', from, to)
    const found = faults().filter((fault) => fault.startsWith('firm.md:'))
    expect(found).toEqual([expect.stringContaining(` ${message}`)])
    const [, line, field = ''] = /:(\d+) ([\w.]+)/.exec(found[0] ?? '') ?? []
    const named = readFileSync(path('firm.md'), 'utf8').split('\n')[Number(line) - 1]
    // An entry of a list has no name of its own.
    expect(named).toContain(/\d$/.test(field) ? to : `${field.split('.').at(-1)}:`)
    if (!/\d$/.test(field) && !to.includes('\n')) expect(named).toContain(to)
  })

  it('lets a firm close at noon, in whatever order the halves of the day stand', () => {
    const half = (opens: string, closes: string) =>
      `  - days: Monday to Friday\n    opens: "${opens}"\n    closes: "${closes}"\n`
    for (const file of ['firm.md', 'es/firm.md'])
      change(
        file,
        /hours:\n(?: {2}.*\n {4}.*\n {4}.*\n)/,
        `hours:\n${half('13:00', '17:00')}${half('17:00', '18:00')}${half('08:30', '12:00')}`,
      )
    expect(faults()).toEqual([])
  })

  it('lets a firm close on no holiday', () => {
    change('firm.md', /holidays:(\n {2}- .*)+\n/, '')
    expect(faults()).toEqual([])
  })

  it('asks for frontmatter where there is none', () => {
    writeFileSync(path('faq/new.md'), 'Just a text.\n')
    expect(faults()).toEqual([
      expect.stringContaining(
        'faq/new.md:1  must begin with a line of three hyphens, the fields question, topic, order, reviewed',
      ),
    ])
  })

  it('takes frontmatter that a Windows editor saved, and a new page in one file', () => {
    writeFileSync(
      path('pages/parking.md'),
      '\uFEFF---\r\ntitle: Parking\r\ndescription: Where to park.\r\nreviewed: 2026-11-01\r\n---\r\n\r\nBehind the house.\r\n',
    )
    expect(faults()).toEqual([])
  })

  it('finds links that lead nowhere, and the slash that is missing', () => {
    writeFileSync(
      path('pages/parking.md'),
      '---\ntitle: Parking\ndescription: Where to park.\nreviewed: 2026-11-01\n---\n\nSee [us](/contact) and [this](/nowhere/) and [that](/api/v1).\n',
    )
    expect(faults()).toEqual([
      'pages/parking.md:7  links to /contact, which is no page. Write: /contact/',
      'pages/parking.md:7  links to /nowhere/, which is no page. Write the address of a page that exists, like /contact/',
    ])
  })

  it('finds a heading with one #, and an id that another area has', () => {
    append(AREA, '# Big')
    change(AREA, /id: .*/, 'id: wills_trusts')
    for (const message of ['holds a heading with one #', 'is the id of']) expect(faults().join('\n')).toContain(message)
  })

  it('finds a question about an area that does not exist', () => {
    writeFileSync(
      path('faq/new.md'),
      '---\nquestion: Why?\ntopic: divorce\norder: 99\nreviewed: 2026-11-01\n---\n\nBecause.\n',
    )
    expect(faults()).toEqual([expect.stringMatching(/faq\/new\.md:3 topic is no practice area\. Write one of: /)])
  })

  it.each([
    ['Dear {nmae},', 'holds {nmae}, which nothing fills in. Did you mean {name}?'],
    ['Call {telephone}.', 'holds {telephone}, which nothing fills in. Write: {base}, {retentionDays}, {firm.name}, '],
    ['Read **this**.', 'holds Markdown, but a letter is sent as plain text'],
    ['See [our page](/about/).', 'holds Markdown, but a letter is sent as plain text'],
  ])('finds what a letter of the desk cannot hold: %s', (line, message) => {
    append('replies/declined.md', line)
    expect(faults()).toEqual([expect.stringMatching(/^replies\/declined\.md:\d+ /)])
    expect(faults()[0]).toContain(message)
  })

  it('misses a page that the site cannot do without, and a name that makes no address', () => {
    rmSync(path('pages/contact.md'))
    writeFileSync(path('faq/My Question.md'), '---\nquestion: Why?\norder: 99\nreviewed: 2026-11-01\n---\n\nBecause.\n')
    expect(faults().join('\n')).toMatch(/pages\/contact\.md:1 {2}is missing/)
    expect(faults().join('\n')).toMatch(
      /My Question\.md:1 {2}has a name that makes no address: give it the name my-question\.md/,
    )
    writeFileSync(path('faq/my-question.md'), '')
    expect(faults().join('\n')).toMatch(/give it another name, because my-question\.md is there already/)
  })
})

describe('the address of the site', () => {
  it.each([
    ['See https://firm.example/mcp.', 'https://firm.example'],
    ['See http://www.FIRM.example.', 'http://www.FIRM.example'],
    ['`curl https://www.firm.example:8443`', 'https://www.firm.example'],
    ['```\nhttps://www.heronlandinglaw.example/mcp\n```', 'https://www.heronlandinglaw.example'],
  ])('is refused in %j, by its line', (text, found) => {
    append('es/pages/about.md', text)
    const lines = readFileSync(path('es/pages/about.md'), 'utf8').split('\n')
    const line = lines.findIndex((row) => row.includes(found)) + 1
    expect(faults()).toEqual([
      `es/pages/about.md:${line}  holds ${found}, the address of this site. Write: {base}, or a path like /contact/ in a link`,
    ])
  })

  it('is refused in a field', () => {
    change('faq/erase.md', /question: /, 'question: What is https://firm.example? ')
    expect(faults()).toEqual([
      expect.stringContaining('faq/erase.md:2 question holds https://firm.example, the address of this site'),
    ])
  })

  it.each([
    'Connect to {base}/mcp.',
    'See https://firm.example.org and https://my-firm.example and https://docs.firm.example.',
    'Write to ana@firm.example or <mailto:ana@heronlandinglaw.example>.',
    '`{"a": {"b": 1}}` and `$' + '{BASE}`',
  ])('is not %j', (text) => {
    append('pages/about.md', text)
    expect(faults()).toEqual([])
  })

  it.each(['{Base}', '{ base }', '{url}'])('is not filled in for %s, which is refused', (text) => {
    append('pages/about.md', `See ${text}/mcp.`)
    expect(faults()).toEqual([
      expect.stringMatching(
        /^pages\/about\.md:\d+ {2}holds \{.*\}, which nothing fills in\. (Did you mean|Write:) \{base\}/,
      ),
    ])
  })

  it.each(['SITE_URL', 'URL'])('is what %s says for `npm run check:content`', (variable) => {
    const project = copyProject()
    try {
      const text = readFileSync(path('pages/about.md'), 'utf8')
      writeFileSync(join(project, SAMPLE_CONTENT, 'pages/about.md'), `${text}\nSee https://www.configured.example/.\n`)
      const check = (env: Record<string, string>) =>
        spawnSync(process.execPath, [join(project, 'src/commands/check-content.ts')], { encoding: 'utf8', env })
      const { status, stderr } = check({ [variable]: 'https://www.configured.example' })
      expect([status, stderr]).toEqual([1, expect.stringContaining('holds https://www.configured.example')])
      expect(check({ [variable]: 'not an address' }).status).toBe(0)
    } finally {
      removeFolder(project)
    }
  })
})

describe('translations', () => {
  it('have the same hours', () => {
    change('es/firm.md', 'De lunes a viernes', 'De lunes a jueves')
    expect(faults()).toEqual([expect.stringMatching(/^es\/firm\.md:\d+ hours is not what firm\.md says/)])
  })

  it('may have the days in the words of either language, and may leave out holidays and single days', () => {
    change('es/firm.md', 'days: De lunes a viernes', 'days: Mon-Fri')
    change('firm.md', 'afterHours:', 'otherDays:\n  - date: 2026-12-24\nafterHours:')
    expect(faults()).toEqual([])
    change('es/firm.md', 'afterHours:', 'otherDays:\n  - date: 2026-12-23\nafterHours:')
    expect(faults()).toEqual([expect.stringMatching(/^es\/firm\.md:\d+ otherDays is not what firm\.md says/)])
  })

  it('say what to do after hours, if the English text does', () => {
    change('es/firm.md', /afterHours: >-\n( {2}.*\n)+/, '')
    expect(faults()).toEqual(['es/firm.md:1 afterHours is missing: translate that of firm.md'])
  })

  it('say the same where language is no matter', () => {
    change('es/firm.md', '555-0142', '555-0143')
    change('es/notices.md', /version: .*/, 'version: 2026-10-01')
    change('es/faq/insurer-called.md', 'personal_injury', 'animal_law')
    expect(faults()).toEqual([
      expect.stringMatching(/^es\/faq\/insurer-called\.md:3 topic is not what faq\/insurer-called\.md says/),
      expect.stringMatching(/^es\/firm\.md:\d+ telephone is not what firm\.md says/),
      'es/notices.md:2 version is not what notices.md says. Write the same in both',
    ])
  })

  it('translate something, link to their own language, and are there where the site needs them', () => {
    rmSync(path('es/pages/contact.md'))
    writeFileSync(
      path('es/faq/nada.md'),
      '---\nquestion: ¿Qué?\norder: 99\nreviewed: 2026-11-01\n---\n\nVea [las preguntas](/faq/).\n',
    )
    const found = faults().join('\n')
    expect(found).toContain('es/pages/contact.md:1  is missing')
    expect(found).toContain('es/faq/nada.md:1  translates nothing: there is no faq/nada.md')
    expect(found).toContain('es/faq/nada.md:7  links to the English page. Write: /es/faq/')
  })
})

describe('advice', () => {
  const NOW = new Date('2026-11-21T12:00:00Z')
  const advice = (now = NOW) =>
    adviseOnContent(readContent(root), now).map(
      ({ file, line, field, message }) => `${file}:${line} ${field} ${message}`,
    )

  it('is none on what we publish', () => expect(advice()).toEqual([]))

  it.each([
    ['the best lawyer in town', '4-7.13(b)(3)'],
    ['We guarantee it.', '4-7.13(b)(1)'],
    ['We recovered $2.5 million last year.', '4-7.13(b)(2)'],
    ['an expert in boats', '4-7.14(a)(4)'],
    ['We specialize in boats.', '4-7.14(a)(4)'],
    ['an aggressive defense', '4-7.13(a)'],
    ['Somos el mejor bufete.', '4-7.13(b)(3)'],
    ['Garantizamos el resultado.', '4-7.13(b)(1)'],
    ['Es especialista en choques.', '4-7.14(a)(4)'],
    ['un equipo líder', '4-7.13(b)(3)'],
  ])('points at “%s” with the number of the rule', (text, rule) => {
    append('es/pages/about.md', text)
    expect(advice()).toEqual([expect.stringContaining(`rule ${rule}`)])
  })

  it.each([
    'You know it better.',
    'We bestow nothing.',
    'La gente lo sabe mejor.',
    'They experience it.',
    'A copy costs $250.',
  ])('leaves “%s” alone', (text) => {
    append('pages/about.md', text)
    expect(advice()).toEqual([])
  })

  it('looks into fields too, by their line', () => {
    change(AREA, /summary: /, 'summary: Experts. ')
    expect(advice()).toEqual([expect.stringMatching(/^practice-areas\/animal-law\.md:4 summary says “Experts”/)])
  })

  it('names texts that no lawyer has read for more than a year', () => {
    change(AREA, /reviewed: .*/, 'reviewed: 2025-11-20')
    change('es/practice-areas/animal-law.md', /reviewed: .*/, 'reviewed: 2025-11-22')
    expect(advice().filter((line) => line.includes('days ago'))).toEqual([
      expect.stringContaining('practice-areas/animal-law.md:7 reviewed is 366 days ago'),
    ])
  })

  it('names the texts that still have the old telephone number or address', () => {
    expect(advice()).toEqual([])
    append('pages/about.md', 'Call (386) 555-0199.')
    expect(advice()).toEqual([
      expect.stringMatching(
        /^pages\/about\.md:\d+ {2}names \(386\) 555-0199, which firm\.md does not\. If it should be the firm's, write \{firm\.telephone\}$/,
      ),
    ])
    append('pages/about.md', 'Write to old@heronlandinglaw.example.')
    expect(advice()).toContainEqual(
      expect.stringMatching(/^pages\/about\.md:\d+ {2}names old@heronlandinglaw\.example, .* write \{firm\.email\}$/),
    )
  })

  it('names translations that are missing, and those that are older than their source', () => {
    rmSync(path('es/faq/erase.md'))
    change('es/pages/privacy.md', /reviewed: .*/, 'reviewed: 2026-10-15')
    expect(advice()).toEqual([
      'es/faq/erase.md:1  is missing: the translation of faq/erase.md',
      expect.stringMatching(/^es\/pages\/privacy\.md:5 reviewed is before the day of pages\/privacy\.md/),
    ])
  })
})
