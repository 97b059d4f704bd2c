/** What the check says before a site goes online, and what stops it then: the sample's facts, days in the future, texts to write. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programDigests, programPage } from '../../../src/commands/program-texts.ts'
import { readContentSettings, SAMPLE_CONTENT } from '../../../src/settings.ts'
import { AGENT_WORDS } from '../../../src/words.ts'
import { blocksOf, envOf } from '../../table.ts'
import { typeInProcess } from '../in-process.ts'
import { editContent, type EditedContent, publishedWith, reportIn } from './edited-content.ts'

const PUBLIC = { SITE_URL: 'https://www.yourfirm.com' }
const PAGE = 'pages/not-found.md'
const AREA = 'practice-areas/animal-law.md'
const LAWYER = 'lawyers/alden-marshgrass-example.md'

const report = (content: EditedContent, env: Record<string, string> = PUBLIC) => reportIn(content.read(), env)
const isOnPage = (fault: string) => fault.startsWith(`${PAGE}:`)
const onPage = (text: string) => reportIn(publishedWith(PAGE, text), PUBLIC).faults.filter(isOnPage)

const [SITES = [], STOPPED = [], FINE = []] = blocksOf('tests/commands/content/report.txt')
it.each(SITES)('whether a site goes online: %s with %s', (goesOnline, env) =>
  expect(readContentSettings(envOf(env)).goesOnline).toBe(goesOnline === 'yes'),
)

it.each(STOPPED)('what is left of the sample, or still to be written, is named: %j', (text, message) =>
  expect(onPage(text)).toEqual([expect.stringContaining(message)]),
)

it.each(FINE)('what is left of the sample is not %j', (text) => expect(onPage(text)).toEqual([]))

it('what is left of the sample is found in every field and file of the sample, and stops the build', () => {
  const { faults } = report(editContent())
  for (const field of ['name', 'offices.0.telephone', 'email', 'offices.0.address.street', 'responsibleAttorney'])
    expect(faults).toContainEqual(expect.stringMatching(new RegExp(`^firm.md:\\d+ ${field} holds `)))
  for (const file of [LAWYER, `es/${LAWYER}`]) expect(faults.join('\n')).toContain(`${file}:2 name holds Alden`)
  expect(faults).toContain(`${LAWYER}:2 barNumber is missing. Write the Florida Bar number of this lawyer, in quotes`)
})

it('what is left of the sample is one line of advice while the sample is tried out, and each place when a firm has begun to replace it', () => {
  const content = editContent()
  const trial = report(content, {})
  expect(trial.faults).toEqual([])
  expect(trial.advice).toEqual([expect.stringMatching(/^firm.md:2 name is the invented firm's, and so are \d+/)])
  content.change('firm.md', /name: .*/, 'name: Ana Ortiz, P.A.')
  const { faults, advice } = report(content, {})
  // The town of the sample may be that of the firm.
  const fields = ['email', 'offices.0.address.street', 'offices.0.telephone', 'responsibleAttorney']
  const found = ['name', 'name', ...fields, 'name', 'name']
  expect(faults.map((fault) => fault.split(' ')[1])).toEqual(found)
  expect(advice.filter((each) => each.includes('barNumber'))).toHaveLength(2)
  content.change('firm.md', 'city: Palatka', 'city: Ocala')
  content.change('firm.md', /areaServed: .*/, 'areaServed: Marion County')
  content.change('es/firm.md', /areaServed: .*/, 'areaServed: Condado de Marion')
  content.change('es/firm.md', 'La casa azul', 'En Palatka')
  expect(report(content, {}).faults.filter((fault) => fault.includes('holds Palatka'))).toEqual([
    expect.stringMatching(/^es\/firm\.md:\d+ offices\.0\.directions /),
  ])
})

it('a day of review to come stops a site that goes online, and is advice before; it may have begun somewhere', () => {
  const content = editContent()
  content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-26')
  const says = 'is later than today. Write the day on which a lawyer read the text: 2026-11-24'
  const found = expect.stringContaining(`${PAGE}:${content.lineOf(PAGE, 'reviewed:')} reviewed ${says}`)
  expect(report(content).faults).toContainEqual(found)
  expect(report(content, {})).toEqual({ faults: [], advice: expect.arrayContaining([found]) })
  const at = (time: string) => reportIn(content.read(), PUBLIC, { now: new Date(time) }).faults.filter(isOnPage)
  expect([at('2026-11-25T11:00:00Z').length, at('2026-11-25T09:00:00Z').length]).toEqual([0, 1])
})

it('what a firm should look at is advice: texts read more than a year ago, translations, the responsible lawyer', () => {
  const content = editContent()
  content.change(AREA, /reviewed: .*/, 'reviewed: 2025-11-22')
  rmSync(join(content.root, 'es/faq/erase.md'))
  content.change('es/pages/privacy.md', /reviewed: .*/, 'reviewed: 2026-10-15')
  content.change('firm.md', /responsibleAttorney: .*/, 'responsibleAttorney: Ana')
  const { faults, advice } = report(content, {})
  expect([faults, advice]).toEqual([
    [],
    [
      'es/faq/erase.md:1  is missing: the translation of faq/erase.md',
      expect.stringMatching(/^es\/pages\/privacy\.md:5 reviewed is before the day of pages\/privacy\.md/),
      expect.stringMatching(/^firm\.md:2 name is the invented firm's/),
      expect.stringMatching(/^firm\.md:\d+ responsibleAttorney is not one of the lawyers in lawyers\/: Alden/),
      expect.stringContaining(`${AREA}:8 reviewed is 367 days ago`),
    ],
  ])
})

const kept = (content: EditedContent, days: string) =>
  report(content, { ...PUBLIC, RETENTION_DAYS: days }).faults.filter((fault) => /are kept|RETENTION_DAYS/.test(fault))

it('for how long inquiries are kept is compared with the setting, in both languages', () => {
  const content = editContent()
  content.append('faq/erase.md', 'Erased 77 days after we closed it.')
  content.append('es/pages/privacy.md', 'Se borra 77 días después de\nque cerramos el asunto.')
  expect(kept(content, '90')).toEqual([
    expect.stringMatching(/^es\/pages\/privacy\.md:\d+ {2}says “77 .*RETENTION_DAYS is 90/),
    expect.stringMatching(/^faq\/erase\.md:\d+ {2}says “77 .*RETENTION_DAYS is 90/),
  ])
  expect(kept(content, '77')).toEqual([])
})

it('for how long inquiries are kept is said on the privacy page, as a number or as a placeholder', () => {
  const content = editContent()
  content.change('pages/privacy.md', /^---\n\n[\s\S]*/m, '---\n\nWe keep it.\n')
  expect(kept(content, '90')).toEqual([expect.stringMatching(/^pages\/privacy\.md:\d+ {2}does not say .*: 90$/)])
  for (const text of ['Until 90 days after we closed it.', 'Until {retentionDays} days after we closed it.']) {
    content.change('pages/privacy.md', /^---\n\n[\s\S]*/m, `---\n\n${text}\n`)
    expect(kept(content, '90')).toEqual([])
  }
})

it('`npm run check:content` stops for a public address, says how to show the sample, and takes it then; no other firm', async () => {
  const check = (env: Record<string, string>) =>
    typeInProcess(['check-content'], { ...PUBLIC, CONTENT_DIR: SAMPLE_CONTENT, ...env })
  const stopped = await check({})
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('set DEMONSTRATION=true')])
  expect(stopped.stderr).toContain('content/sample/firm.md:2  `name` holds Heron Landing Law')
  const shown = await check({ DEMONSTRATION: 'true', PATH: '/nonexistent' })
  expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining("please look: `name` is the invented firm's")])
  const real = editContent(['firm.md'])
  real.change('firm.md', /^name: .*/m, 'name: Ana Ortiz, P.A.')
  const { faults } = report(real, { ...PUBLIC, DEMONSTRATION: 'true' })
  expect(faults.join()).toContain('only that one can be a demonstration')
  const refused = await check({ DEMONSTRATION: 'maybe' })
  expect([refused.code, refused.stderr]).toEqual([1, 'DEMONSTRATION is not right: it must be true or false.'])
})

const own = () => {
  const content = editContent(['firm.md', 'es/firm.md'])
  content.change('firm.md', /^name: .*/m, 'name: Ana Ortiz, P.A.')
  return content
}
const unread = (content: EditedContent, env: Record<string, string> = PUBLIC) =>
  reportIn(content.read(), env, { program: programDigests() }).faults.filter((line) => line.includes('in the record'))

it('what no lawyer has read stops a firm that goes online, names the words in the program too, and is one line of advice before', () => {
  const content = own()
  const says = 'is not in the record: `npm run review` shows it to a lawyer'
  expect(unread(content)).toEqual([
    `es/firm.md:1  ${says}`,
    `firm.md:1  ${says}`,
    `record.txt:1  the program's words, English: ${says}`,
    `record.txt:1  the program's words, Spanish: ${says}`,
  ])
  expect(unread(content, {})).toEqual([])
  expect(report(content, {}).advice.join()).toContain('and 1 other text were not read by a lawyer as they are now')
  expect(unread(content, { ...PUBLIC, DEMONSTRATION: 'true' })).toEqual([])
})

it('a record of an earlier version is no record, and its fields are named', () => {
  const content = own()
  content.change('firm.md', /^reviewed:/m, 'programTexts: { reviewed: 2026-11-20, digest: abc }\nreviewed:')
  content.save('decisions.md', '- [x] Are these your fees?\n  - firm.md: We take fees.\n')
  const { faults } = report(content)
  const says = /firm\.md:\d+ programTexts is no longer a field: take it out\. `npm run review` shows/
  expect(faults.join('\n')).toMatch(says)
  expect(faults).toContainEqual(expect.stringContaining('decisions.md:1  is open: Are these your fees?'))
})

it('the page of the program has its sentences in each language, and those for agents in English', () => {
  const [english, spanish] = [programPage('en'), programPage('es')]
  const sentences = ['<p>It calls itself {name}. We have not checked that.</p>', '<p>{firm} has your message.</p>']
  for (const words of [...sentences, AGENT_WORDS.tools.preview_inquiry.description]) expect(english).toContain(words)
  expect(spanish).toContain('Dice llamarse {name}.')
  expect(spanish).not.toContain('submit_inquiry')
  expect(english).not.toMatch(/undefined|\[object|Does this law firm handle|Your name is missing/)
})
