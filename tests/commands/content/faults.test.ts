/** What stops a build: for each slip of an editor the file, the line, the field, and what to write. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editContent, type EditedContent, faultsIn, publishedWith, reportIn } from './edited-content.ts'

const AREA = 'practice-areas/animal-law.md'
const WILLS = 'practice-areas/wills-and-trusts.md'
const PAGE = 'pages/about.md'
const LAWYER = 'lawyers/alden-marshgrass-example.md'
const FIRM = 'firm.md'

/** What replaces what in a file, the field that the fault names, and words of what it says. The fault is on the first new line. */
type Slip = [file: string, from: string | RegExp, to: string, field: string, says: string]
const inArea = (to: string, field: string, says: string): Slip => [AREA, /name: .*/, to, field, says]
const quoted = (value: string) => `Put the value into double quotes: \`name: "${value}"\``
const inHours = (from: string, to: string, field: string, says: string): Slip => [
  FIRM,
  from,
  to,
  `hours.0.${field}`,
  says,
]

const inWindow = (from: string, to: string, field: string, says: string): Slip => [
  FIRM,
  from,
  to,
  `consultations.windows.0.${field}`,
  says,
]

const SLIPS: Slip[] = [
  inWindow('lawyer: wren-fenni', 'lawyer: jenny-fenni', 'lawyer', 'is not the file of a lawyer'),
  inWindow('days: Tuesday and Thursday', 'days: Saturday', 'days', 'must lie within the opening hours of these days'),
  inWindow('minutes: 30', 'minutes: 3', 'minutes', 'It is: How long each talk is, minutes.'),
  [
    FIRM,
    /consultationCost: .*\nconsultations/,
    'consultations',
    'consultations',
    'need a sentence in `consultationCost`',
  ],
  inArea('\tname: Animals', '', 'cannot be read: Tabs are not allowed as indentation'),
  inArea('name: Animals: dogs', 'name', quoted('Animals: dogs')),
  inArea('name: "Animals', 'name', quoted('Animals')),
  inArea('name:Animals', '', 'needs a space after the colon. Write: `name: Animals`'),
  ...['@animals', '`Animals`', '% of dogs', '&animals', '*Animals*', '!important', '{firm.name}'].map((value) =>
    inArea(`name: ${value}`, 'name', quoted(value)),
  ),
  ...['[Dogs] and cats', '- Dogs', 'Suite #5', '#1 in dogs'].map((value) =>
    inArea(`name: ${value}`, 'name', quoted(value)),
  ),
  inArea('id: dogs\nname: Animals', '', 'cannot be read: Map keys must be unique'),
  inArea('name: 32177', 'name', 'must be text: put it into double quotes, "32177". It is: Name of the practice area.'),
  [AREA, 'summary:', 'sumary:', 'sumary', 'did you mean `summary`?'],
  [
    AREA,
    'reviewed:',
    'colour: green\nreviewed:',
    'colour',
    'the fields are id, name, summary, order, drawing, reviewed',
  ],
  [AREA, /reviewed: .*/, 'reviewed: 11/22/2026', 'reviewed', 'must be a day like 2026-11-01'],
  [AREA, /reviewed: .*/, 'reviewed: 2026-02-30', 'reviewed', 'must be a day that there is: February 2026 has 28 days'],
  inArea('name: [Animals]', 'name', 'put the value into double quotes, with its brackets'),
  [AREA, 'summary: ', 'summary: See [us](/contact/). ', 'summary', 'holds a link, and fields show it as it is written'],
  [WILLS, /id: .*/, 'id: animal_law', 'id', `is also the id of ${AREA}`],
  ['faq/dangerous-dog.md', /topic: .*/, 'topic: divorce', 'topic', 'is not a practice area. Write one of: '],
  [
    'faq/erase.md',
    'question: ',
    'question: What is https://www.heronlandinglaw.example? ',
    'question',
    'Write: {base}',
  ],
  [FIRM, /postalCode: .*/, 'postalCode: 32177', 'address.postalCode', 'put it into double quotes, "32177". It is: ZIP'],
  [FIRM, '- days: Monday', '- days:Monday', '', 'Write: `- days: Monday to Friday`'],
  [FIRM, 'drawing: heron', 'accent: "#ff8800"', 'accent', 'must be darker to be read'],
  [FIRM, 'drawing: heron', 'accent: #1f3a6e', 'accent', 'Put the value into double quotes: `accent: "#1f3a6e"`'],
  [FIRM, 'drawing: heron', 'logo: logo.svg', 'logo', 'names logo.svg, which is not beside firm.md'],
  inHours('days: Monday to Friday', 'days: by phone', 'days', 'must be days of the week, like Monday to Friday'),
  inHours('closes: "17:00"', 'closes: "08:30"', 'closes', 'must be later than `opens`'),
  [FIRM, '- Juneteenth', '- Juneteen', 'holidays.3', 'did you mean `Juneteenth`?'],
  [LAWYER, '  - wills_trusts', '  - wills', 'areas.1', 'is not a practice area'],
  [LAWYER, /portrait: .*/, 'portrait: ./a.jpg', 'portrait', './a.jpg, which is not beside'],
  [`es/${LAWYER}`, 'admitted:', 'portrait: ./a.jpg\nadmitted:', 'portrait', 'is not needed here'],
  ['es/firm.md', /hours:\n.*viernes/, 'hours:\n  - days: De lunes a jueves', 'hours', 'is not what firm.md says'],
  ['es/notices.md', /version: .*/, 'version: 2026-10-01', 'version', 'is not what notices.md says'],
]

/** Applies a slip to a copy. @returns the line that is named */
function apply(content: EditedContent, [file, from, to]: Slip | readonly [string, string | RegExp, string]): string {
  content.change(file, from, to)
  return `${file}:${content.lineOf(file, to.split('\n')[0] ?? '')}`
}

it.each(SLIPS)('%s: %s → %j', (...slip) => {
  const source = slip[0].replace(/^es\//, '')
  const content = editContent([...new Set([FIRM, 'es/firm.md', AREA, source, slip[0]])])
  const [, , , field, says] = slip
  const place = apply(content, slip)
  const found = faultsIn(content).filter((fault) => fault.startsWith(`${place} ${field} `))
  expect(found, faultsIn(content).join('\n')).toEqual([expect.stringContaining(says)])
})

it('a slip in a copied template is named, and none of its comments', () => {
  const content = editContent()
  const template = readFileSync('content/sample/lawyers/_template.md', 'utf8')
  writeFileSync(join(content.root, 'lawyers/eve-roe.md'), template.replace(/^name: .*/m, 'name: Eve: Roe'))
  expect(faultsIn(content)).toEqual([expect.stringMatching(/^lawyers\/eve-roe\.md:4 name has a colon/)])
})

describe('nothing is wrong', () => {
  it('in what we publish', () => expect(faultsIn(editContent())).toEqual([]))

  it.each([
    [AREA, /name: .*/, 'name: Animals # and dogs'],
    [AREA, /summary: .*\n/, 'summary: >-\n  Dogs: “cats”\n\n  id: *cats*\n  @dogs\n'],
    ['es/firm.md', 'days: De lunes a viernes', 'days: monday to friday'],
    [FIRM, 'afterHours:', 'otherDays:\n  - date: 2026-12-24\nafterHours:'],
    [FIRM, /holidays:(\n {2}- .*)+\n/, ''],
  ] as const)('in %s: %s → %j', (file, from, to) => {
    const content = editContent()
    content.change(file, from, to)
    expect(faultsIn(content)).toEqual([])
  })

  it('in a text that a Windows editor saved, and in other files beside the texts', () => {
    const content = editContent()
    content.save('pages/parking.md', '\uFEFF---\r\ntitle: Parking\r\ndescription: Where.\r\n---\r\n\r\nBehind.\r\n')
    for (const file of ['README.md', 'es/README.md', 'LICENSE', '.git/x.md', '_old/x.txt', 'faq/_new.txt', 'logo.svg'])
      content.save(file, 'x')
    // The project's own folders, where a firm's texts stand in `content/`, and files that are published as they are.
    for (const file of ['sample/firm.md', 'starters/practice-areas/probate.md', 'well-known/proof.txt'])
      content.save(file, 'x')
    expect(faultsIn(content)).toEqual([])
  })

  it.each([
    'Less than <3 days, or a < b, to <mailto:office@firm.example> and <https://www.floridabar.org/>',
    'In code `<b>` and `[x](nowhere)` and `$' + '{BASE}`, and:\n\n```\n# A\n<script>\n```',
    'See [a](/contact/#form), [b](#top), [c](mailto:ana@example.org), [d]({base}/mcp), [e](/openapi.json), [f][1]\n\n[1]: /contact/',
    'See [Alden](/lawyers/alden-marshgrass-example/), https://my-firm.example and https://docs.heron.example.',
    'Connect to {base}/mcp.',
  ])('in %j', (text) => expect(reportIn(publishedWith(PAGE, text)).faults).toEqual([]))
})

it.each([
  ['![](./river.jpg)', 'holds a picture without words'],
  ['![The river](https://elsewhere.example/river.jpg)', 'which is not a picture beside the text. Put the file'],
  ['![The river](./river.jpg)', 'into the folder of the text'],
  ['![The river](/river.jpg)', 'and write: ./file.jpg'],
  ['![The river](./río (1).jpg)', 'under a name of letters, digits and hyphens'],
  ['![The river](./river.heic "At noon")', 'as JPEG or PNG'],
  ['<p class="MsoNormal">Text</p>', 'holds HTML'],
  ['# Big', 'holds a heading with one #'],
  ['See [us](contact.md).', 'Write /contact/'],
  ['See [us](/nowhere/).', 'links to /nowhere/, which is not a page'],
  ['See [us](www.floridabar.org).', 'or a whole address, like https://www.example.com'],
  ['See [us](http://).', 'links to http://, which is not a page'],
  ['`curl https://www.heronlandinglaw.example/mcp`', 'the address of this site. Write: {base}'],
  ['{#mpc}Connect.{/mpc}', 'holds {#mpc}, which marks no part. Write {#NAME} before the part'],
  ['Call {telephone}.', 'holds {telephone}, which nothing fills in. Write: {base}, '],
])('a text that holds %j', (text, says) => {
  const content = publishedWith(PAGE, text)
  const { body = '', bodyLine = 0 } = content.files.find(({ file }) => file === PAGE) ?? {}
  const line = bodyLine + body.split('\n').indexOf(text)
  expect(reportIn(content).faults).toContainEqual(expect.stringMatching(new RegExp(`^${PAGE}:${line}  `)))
  expect(reportIn(content).faults.join('\n')).toContain(says)
})

it.each([
  ['es/pages/about.md', 'Vea [esta](/contact/).', 'links to the English page. Write: /es/contact/'],
  ['replies/declined.md', 'Read **this**.', 'a letter is sent as plain text'],
])('%s that holds %j', (file, text, says) =>
  expect(reportIn(publishedWith(file, text)).faults).toEqual([expect.stringContaining(says)]),
)

const QUESTION = '---\nquestion: Why?\norder: 9\n---\n'
const page = (text: string) => `---\ntitle: Parking\ndescription: Where.\n---\n\n${text}\n`
const BEGIN = 'must begin with the fields question, topic, order, reviewed between two lines of three hyphens: ---'
it.each<[what: string, file: string, bytes: string | Buffer | undefined, fault: string]>([
  [
    'saved as Latin-1',
    PAGE,
    Buffer.from('---\ntitle: Us\n---\n\nCafé.\n', 'latin1'),
    `${PAGE}:5  is not saved as UTF-8`,
  ],
  ['without fields', 'faq/new.md', 'Just a text.\n', `faq/new.md:1  ${BEGIN}`],
  ['with a list for fields', 'faq/new.md', '---\n- Why?\n---\n', 'faq/new.md:2  is not a field'],
  ['missing', 'pages/contact.md', undefined, 'pages/contact.md:1  is missing'],
  ['missing, the notices', 'notices.md', undefined, 'notices.md:1  is missing'],
  ['from Word', 'faq/new.docx', 'x', 'faq/new.docx:1  is not read by the site. Save it as plain text'],
  ['in the wrong folder', 'page/us.md', 'x', 'outside the folders. Did you mean pages? To keep it here'],
  ['like one that is there', 'Notes.txt', 'x', 'outside the folders. Put it into one of them: practice-areas, '],
  ['with a link without words', 'pages/parking.md', page('[](/contact/)'), 'holds [](/contact/), a link without words'],
  ['under a name that cannot be an address', 'faq/Un día.md', QUESTION, 'has a name that cannot be an address'],
  ['that translates nothing', 'es/faq/nada.md', QUESTION, 'translates nothing: there is no faq/nada.md'],
])('a file %s', (_what, file, bytes, fault) => {
  const content = editContent([FIRM, 'es/firm.md', 'notices.md', 'pages/contact.md', 'es/pages/contact.md'])
  if (bytes === undefined) rmSync(join(content.root, file))
  else content.save(file, bytes)
  expect(faultsIn(content)).toContainEqual(expect.stringContaining(fault))
})

it('a picture beside its text is in order, in capital and small letters as it is written', () => {
  const content = editContent()
  content.save('pages/River.jpg', 'x')
  content.append(PAGE, '![The river](./River.jpg "At noon")')
  expect(faultsIn(content)).toEqual([])
  content.append(PAGE, '![The river](./river.JPG) and ![again](River.jpg)')
  expect(faultsIn(content)).toEqual([
    expect.stringContaining('Write: ./River.jpg'),
    expect.stringContaining('Write: ./River.jpg'),
  ])
})

describe('a firm without Spanish', () => {
  it('is asked for no translation, and has no links to Spanish pages', () => {
    const content = editContent()
    rmSync(join(content.root, 'es'), { recursive: true })
    content.save('es/README.md', '# A glossary')
    expect(faultsIn(content)).toEqual([])
    expect(reportIn(content.read()).advice.filter((line) => /translat/i.test(line))).toEqual([])
    content.append(PAGE, '[A](/es/contact/) and [b](/api/v1/es/firm)')
    expect(faultsIn(content)).toHaveLength(2)
  })

  it('hears of a Spanish text that no site would show', () => {
    const content = editContent()
    rmSync(join(content.root, 'es/firm.md'))
    expect(faultsIn(content)).toContainEqual(
      expect.stringMatching(/^es\/notices\.md:1 {2}is shown nowhere: es\/firm\.md is missing/),
    )
  })
})

it("a slip in the firm's file brings no advice on every text, and faults stand in the order of files and lines", () => {
  const content = editContent()
  content.change(FIRM, /name: .*/, 'name: "Heron')
  content.append(PAGE, '![](./x.jpg)\n\n[x](nowhere)\n\n# Big')
  const { faults, advice } = reportIn(content.read(), {}, { changes: new Map([[PAGE, ['+ x']]]) })
  const places = faults.map((fault) => /^(.*):(\d+) /.exec(fault)?.slice(1) ?? [])
  expect(places.map(([file]) => file)).toEqual([FIRM, PAGE, PAGE, PAGE, PAGE])
  expect(places.slice(1)).toEqual(places.slice(1).toSorted(([, one], [, other]) => Number(one) - Number(other)))
  expect(advice).toEqual([])
})

it.each(['check-content', 'build'])(
  'npm run %s ends with the words and code 1, and without a stack trace',
  (command) => {
    const content = editContent()
    content.change(AREA, /name: .*/, 'name: *Animals*')
    content.append(PAGE, 'See https://www.configured.example/ and ![](./x.jpg).')
    const { status, stdout, stderr } = spawnSync(process.execPath, [`src/commands/${command}.ts`], {
      encoding: 'utf8',
      env: { ...process.env, CONTENT_DIR: content.root, SITE_URL: 'https://www.configured.example' },
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${content.root}/${AREA}:3  \`name\` has a special character`)
    expect(stderr).toContain('holds https://www.configured.example')
    expect(stderr).toContain('4 things to fix in')
    expect(stdout + stderr).not.toMatch(/^ +at /m)
  },
)
