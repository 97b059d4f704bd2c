/** What stops a build: for each slip of an editor the file, the line, the field, and what to write. */
import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksOf, yamlOf } from '../../table.ts'
import { editContent, faultsIn, publishedWith, reportIn } from './edited-content.ts'

const AREA = 'practice-areas/animal-law.md'
const PAGE = 'pages/about.md'
const FIRM = 'firm.md'

const [FIELDS = [], TEXTS = [], FINE = []] = blocksOf('tests/commands/content/slips.txt')

it.each(FIELDS)('%s: %s → %j', (file, from, to, ...more) => {
  const [field, says = ''] = more
  const content = editContent([...new Set([FIRM, 'es/firm.md', AREA, file.replace(/^es\//, ''), file])])
  const [, pattern] = /^\/(.*)\/$/s.exec(from) ?? []
  content.change(file, pattern ? new RegExp(pattern) : from, to)
  const place = `${file}:${content.lineOf(file, to.split('\n')[0] ?? '')}`
  const faults = faultsIn(content)
  const found = faults.filter((fault) => fault.startsWith(`${place} ${field} `))
  expect(found, faults.join('\n')).toEqual([expect.stringContaining(says)])
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

it('nothing is wrong in what we publish', () => expect(faultsIn(editContent())).toEqual([]))

it('nothing is wrong in what is written in another way', () => {
  const content = editContent()
  content.change(AREA, /name: .*/, 'name: Animals # and dogs')
  content.change(AREA, /summary: .*\n/, 'summary: >-\n  Dogs: “cats”\n\n  id: *cats*\n  @dogs\n')
  // Opens by appointment only, and has no telephone of its own.
  const office = 'address: { street: 5 Court Street, city: Ocala, state: FL, postalCode: "34470" }'
  content.change(FIRM, 'onCall:', `  - ${office}\nonCall:`)
  content.change(FIRM, 'days: Monday to Friday', 'days: de lunes a viernes')
  content.change(FIRM, 'afterHours:', 'otherDays:\n  - date: 2026-12-24\nafterHours:')
  content.change(FIRM, /holidays:(\n {2}- .*)+\n/, '')
  expect(faultsIn(content)).toEqual([])
})

it('nothing is wrong in a text that a Windows editor saved, and in other files beside the texts', () => {
  const content = editContent()
  content.save('pages/parking.md', '\uFEFF---\r\ntitle: Parking\r\ndescription: Where.\r\n---\r\n\r\nBehind.\r\n')
  const beside = ['README.md', 'es/README.md', 'LICENSE', '.git/x.md', '_old/x.txt', 'faq/_new.txt', 'logo.svg']
  // The project's own folders, where a firm's texts stand in `content/`, and files that are published as they are.
  const own = ['sample/firm.md', 'starters/practice-areas/probate.md', 'well-known/proof.txt']
  for (const file of [...beside, ...own]) content.save(file, 'x')
  expect(faultsIn(content)).toEqual([])
})

it('nothing is wrong in texts with signs, code and links', () => {
  expect(reportIn(publishedWith(PAGE, FINE.flat().join('\n\n'))).faults).toEqual([])
})

it.each(TEXTS)('a text is faulty that %s: %j', (says, text, page = PAGE) => {
  const content = publishedWith(page, text)
  const { body = '', bodyLine = 0 } = content.files.find(({ file }) => file === page) ?? {}
  const line = bodyLine + body.split('\n').indexOf(text)
  const { faults } = reportIn(content)
  expect(faults.filter((fault) => !fault.startsWith(`${page}:${line} `))).toEqual([])
  expect(faults.join('\n')).toContain(says)
})

const page = '---\ntitle: Parking\ndescription: Where.\n---\n\nCafé.\n'
it.each<[string, string, string | Buffer | null, string]>([
  ...yamlOf<[what: string, file: string, text: string | null, fault: string][]>('tests/commands/content/files.yaml'),
  ['saved as Latin-1', PAGE, Buffer.from(page, 'latin1'), `${PAGE}:1  cannot be read. Save it again as UTF-8`],
  ['saved as UTF-16', PAGE, Buffer.from(page, 'utf16le'), `${PAGE}:1  cannot be read. Save it again as UTF-8`],
])('a file %s', (_what, file, bytes, fault) => {
  const content = editContent([FIRM, 'es/firm.md', 'notices.md', 'pages/contact.md', 'es/pages/contact.md'])
  if (bytes === null) rmSync(join(content.root, file))
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

it('a firm without Spanish is asked for no translation, has no links to Spanish pages, and hears of a Spanish text that no site would show', () => {
  const content = editContent()
  rmSync(join(content.root, 'es'), { recursive: true })
  content.save('es/README.md', '# A glossary')
  const { faults, advice } = reportIn(content.read())
  expect([faults, advice.filter((line) => /translat/i.test(line))]).toEqual([[], []])
  content.append(PAGE, '[A](/es/contact/)')
  expect(faultsIn(content)).toHaveLength(1)
  content.save('es/notices.md', 'x')
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
