/** What stops a build: for each slip of an editor the file, the line, the field, and what to write. */
import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editContent, faultsIn, publishedWith, reportIn } from './edited-content.ts'

const AREA = 'practice-areas/animal-law.md'
const WILLS = 'practice-areas/wills-and-trusts.md'
const PAGE = 'pages/about.md'
const LAWYER = 'lawyers/alden-marshgrass-example.md'
const FIRM = 'firm.md'

/** What replaces what in a file, the field that the fault names, and words of what it says. The fault is on the first new line. */
const OFFICE = '  - address: { street: 5 Court Street, city: Ocala, state: FL, postalCode: "34470" }\n'
const PHONE = 'telephone: "+1-386-555-0142"'

type Slip = [file: string, from: string | RegExp, to: string, field: string, says: string]
const inFile =
  (file: string) =>
  (from: string | RegExp, to: string, field: string, says: string): Slip => [file, from, to, field, says]
const [inArea, inFirm, inLawyer, inSpanish] = [inFile(AREA), inFile(FIRM), inFile(LAWYER), inFile('es/firm.md')]
const inName = (value: string, field: string, says: string) => inArea(/name: .*/, `name: ${value}`, field, says)

const SLIPS: Slip[] = [
  ...['Animals: dogs', '@animals', '% of dogs', '*Animals*', '!important', '[Dogs] and cats', '- Dogs'].map((value) =>
    inName(value, '', 'into double quotes'),
  ),
  inName('Suite #5', '', 'loses “#5”, which is taken for a comment. Put the whole text into double quotes'),
  inName('#1 in dogs', 'name', 'is empty. It is: Name of the practice area.'),
  inName('32177', 'name', 'must be text: put it into double quotes. It is: Name of the practice area.'),
  inName('{firm.name}', 'name', 'must be text: put it into double quotes'),
  inArea(
    /name: .*/,
    'name:Animals',
    '',
    'cannot be read: Implicit keys need to be on a single line. Write a space after',
  ),
  inArea(/name: .*/, '\tname: Animals', '', 'cannot be read: Tabs are not allowed as indentation'),
  inArea(/name: .*/, 'id: dogs\nname: Animals', '', 'cannot be read: Map keys must be unique'),
  inArea('summary:', 'sumary:', 'sumary', 'the fields are id, name, summary, order, happened, drawing, reviewed'),
  inArea(/reviewed: .*/, 'reviewed: 11/22/2026', 'reviewed', 'must be a day like 2026-11-01'),
  inArea(/reviewed: .*/, 'reviewed: 2026-02-30', 'reviewed', 'must be a day that there is: February 2026 has 28 days'),
  inArea('summary: ', 'summary: See [us](/contact/). ', 'summary', 'holds a link, and fields show it as it is written'),
  [WILLS, /id: .*/, 'id: animal_law', 'id', `is also the id of ${AREA}`],
  ['faq/dangerous-dog.md', /topic: .*/, 'topic: divorce', 'topic', 'is not a practice area. Write one of: '],
  ['faq/erase.md', 'question: ', 'question: What is https://www.heronlandinglaw.example? ', 'question', '{base}'],
  inFirm(
    /postalCode: .*/,
    'postalCode: 32177',
    'offices.0.address.postalCode',
    'put it into double quotes. It is: ZIP',
  ),
  inFirm('drawing: heron', 'accent: "#ff8800"', 'accent', 'must be darker to be read'),
  inFirm('drawing: heron', 'accent: #1f3a6e', 'accent', 'must be a color of six digits in quotes'),
  inFirm('drawing: heron', 'logo: logo.svg', 'logo', 'names logo.svg, which is no file beside this one'),
  ...['http://book.example/ana', 'book.example/ana', 'javascript:alert(1)', 'https://'].map((url) =>
    inFirm('drawing: heron', `bookingUrl: ${url}`, 'bookingUrl', 'which begins with https://'),
  ),
  inFirm('drawing: heron', 'bookingUrl: https://book.example/ana', 'bookingUrl', 'needs the field bookingCompany'),
  inFirm(
    'days: Monday to Friday',
    'days: by phone',
    'offices.0.hours.0.days',
    'must be days of the week, like Monday to',
  ),
  inFirm('closes: "17:00"', 'closes: "08:30"', 'offices.0.hours.0.closes', 'must be later than `opens`'),
  inFirm('- Juneteenth', '- Juneteen', 'holidays.3', 'must be one of: New Year; '),
  inLawyer('  - wills_trusts', '  - wills', 'areas.1', 'is not a practice area'),
  inLawyer(/portrait: .*/, 'portrait: ./a.jpg', 'portrait', './a.jpg, which is no file beside'),
  inFirm(/ {2}- address:[^]*? {4}hours:/, `${OFFICE}    hours:`, 'offices.0.telephone', 'is missing: the first'),
  inFirm(
    / {2}- address:[^]*? {4}hours:(\n {6}.*)+\n/,
    `${OFFICE}    ${PHONE}\n`,
    'offices.0.hours',
    'is missing: the first',
  ),
  inSpanish('areaServed:', `${PHONE}\nareaServed:`, 'telephone', 'belongs to an office: write it below `offices`'),
  inSpanish('- directions:', '- hours:', 'offices.0.hours', 'is not a field here: the fields are directions'),
  inSpanish(/offices:\n.*\n/, '', 'offices.0.directions', 'is missing: translate it from firm.md'),
  inSpanish('afterHours:', '  - directions: Al lado.\nafterHours:', 'offices.1.directions', 'translates nothing'),
  ['es/notices.md', /version: .*/, 'version: 2026-10-01', 'version', 'is not what notices.md says'],
]

it.each(SLIPS)('%s: %s → %j', (...slip) => {
  const [file, from, to, field, says] = slip
  const content = editContent([...new Set([FIRM, 'es/firm.md', AREA, file.replace(/^es\//, ''), file])])
  content.change(file, from, to)
  const place = `${file}:${content.lineOf(file, to.split('\n')[0] ?? '')}`
  const found = faultsIn(content).filter((fault) => fault.startsWith(`${place} ${field} `))
  expect(found, faultsIn(content).join('\n')).toEqual([expect.stringContaining(says)])
})

it('a privacy page that does not name the company of the booking page is a fault, in each language', () => {
  const content = editContent()
  content.change(FIRM, 'onCall:', 'bookingUrl: https://book.example\nbookingCompany: Bookable\nonCall:')
  expect(faultsIn(content)).toEqual([])
  for (const folder of ['', 'es/'])
    content.change(`${folder}pages/privacy.md`, /\{#bookingUrl\}[^]*\{\/bookingUrl\}\n/, '')
  const says = expect.stringContaining('Say with {firm.bookingCompany} what that company gets')
  expect(faultsIn(content)).toEqual([says, says])
})

it('a picture that is a link to another file is no picture', () => {
  const content = editContent([FIRM])
  symlinkSync(import.meta.filename, join(content.root, 'logo.svg'))
  content.change(FIRM, 'drawing: heron', 'logo: logo.svg')
  expect(faultsIn(content).join()).toContain('names logo.svg, which is no file beside this one')
})

it('a quote that is not closed is named', () => {
  const content = editContent([AREA])
  content.change(AREA, /name: .*/, 'name: "Animals')
  expect(faultsIn(content)).toContainEqual(
    expect.stringMatching(/animal-law\.md:\d+ {2}cannot be read: Missing closing "/),
  )
})

describe('nothing is wrong', () => {
  it('in what we publish', () => expect(faultsIn(editContent())).toEqual([]))

  it.each([
    [AREA, /name: .*/, 'name: Animals # and dogs'],
    [AREA, /summary: .*\n/, 'summary: >-\n  Dogs: “cats”\n\n  id: *cats*\n  @dogs\n'],
    // Opens by appointment only, and has no telephone of its own.
    [FIRM, 'onCall:', `${OFFICE}onCall:`],
    [FIRM, 'days: Monday to Friday', 'days: de lunes a viernes'],
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
  ['![The river](./río (1).jpg)', 'under a name of letters, digits and hyphens'],
  ['![The river](./river.heic "At noon")', 'as JPEG or PNG'],
  ['<p class="MsoNormal">Text</p>', 'holds HTML'],
  ['# Big', 'holds a heading with one #'],
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
  ['saved as Latin-1', PAGE, Buffer.from(page('Café.'), 'latin1'), `${PAGE}:1  cannot be read. Save it again as UTF-8`],
  ['saved as UTF-16', PAGE, Buffer.from(page('Café.'), 'utf16le'), `${PAGE}:1  cannot be read. Save it again as UTF-8`],
  ['without fields', 'faq/new.md', 'Just a text.\n', `faq/new.md:1  ${BEGIN}`],
  ['with a list for fields', 'faq/new.md', '---\n- Why?\n---\n', 'faq/new.md:2  is not a field'],
  ['missing', 'pages/contact.md', undefined, 'pages/contact.md:1  is missing'],
  ['missing, the notices', 'notices.md', undefined, 'notices.md:1  is missing'],
  ['from Word', 'faq/new.docx', 'x', 'faq/new.docx:1  is not read by the site, which reads files that end in .md'],
  ['in the wrong folder', 'page/us.md', 'x', 'page/us.md:1  is not read by the site'],
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
  content.append(PAGE, '![The river](./river.JPG)')
  expect(faultsIn(content)).toEqual([expect.stringContaining('with the same capital and small letters')])
})

it('a firm without Spanish is asked for no translation, and has no links to Spanish pages', () => {
  const content = editContent()
  rmSync(join(content.root, 'es'), { recursive: true })
  content.save('es/README.md', '# A glossary')
  expect(faultsIn(content)).toEqual([])
  expect(reportIn(content.read()).advice.filter((line) => /translat/i.test(line))).toEqual([])
  content.append(PAGE, '[A](/es/contact/)')
  expect(faultsIn(content)).toHaveLength(1)
})

it('a firm without Spanish hears of a Spanish text that no site would show', () => {
  const content = editContent()
  rmSync(join(content.root, 'es/firm.md'))
  expect(faultsIn(content)).toContainEqual(expect.stringMatching(/^es\/notices\.md:1 {2}is not read by the site/))
})

it("a slip in the firm's file brings no advice on every text, and faults stand in the order of files and lines", () => {
  const content = editContent()
  content.change(FIRM, /name: .*/, 'name: "Heron')
  content.append(PAGE, '![](./x.jpg)\n\n[x](nowhere)\n\n# Big')
  const { faults, advice } = reportIn(content.read())
  const places = faults.map((fault) => /^(.*):(\d+) /.exec(fault)?.slice(1) ?? [])
  expect(places.map(([file]) => file)).toEqual([FIRM, PAGE, PAGE, PAGE, PAGE])
  expect(places.slice(1)).toEqual(places.slice(1).toSorted(([, one], [, other]) => Number(one) - Number(other)))
  expect(advice).toEqual([])
})

it('npm run build ends with the words and code 1, no stack', () => {
  const content = editContent()
  content.change(AREA, /name: .*/, 'name: *Animals*')
  content.append(PAGE, 'See https://www.configured.example/ and ![](./x.jpg).')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/commands/build.ts'], {
    encoding: 'utf8',
    env: { ...process.env, CONTENT_DIR: content.root, SITE_URL: 'https://www.configured.example' },
  })
  expect(status).toBe(1)
  expect(stderr).toContain(`${content.root}/${AREA}:3  cannot be read: it begins with *`)
  expect(stderr).toContain('holds https://www.configured.example')
  expect(stderr).toContain('4 things to fix in')
  expect(stdout + stderr).not.toMatch(/^ +at /m)
})
