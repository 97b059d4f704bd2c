/**
 * What the check says of the texts about lawyers.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adviseOnContent } from '../../../src/commands/content/advice.ts'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { reportOn } from '../../../src/commands/content/report.ts'
import { readContentSettings } from '../../../src/settings.ts'
import { editContent, type EditedContent, printed } from './edited-content.ts'

const LAWYER = 'lawyers/alden-marshgrass-example.md'
const TRANSLATED = `es/${LAWYER}`
const NOW = new Date('2026-11-22T12:00:00Z')

const faultsOf = (content: EditedContent) => checkContent(content.read(), []).map(printed)
const adviceOf = (content: EditedContent) => adviseOnContent(content.read(), NOW).map(printed)
/** What is new on a line before another. */
const insert = (content: EditedContent, file: string, lines: string) =>
  content.change(file, 'admitted:', `${lines}\nadmitted:`)

describe('the check of the lawyers', () => {
  it('names the practice areas when one is unknown, by its line', () => {
    const content = editContent()
    for (const file of [LAWYER, TRANSLATED]) content.change(file, '  - wills_trusts', '  - wills')
    expect(faultsOf(content)).toEqual(
      [TRANSLATED, LAWYER].map(
        (file) =>
          `${file}:${content.lineOf(file, '- wills')} areas.1 is no practice area. ` +
          'Write one of: animal_law, criminal_traffic, personal_injury, wills_trusts; or leave it out',
      ),
    )
  })

  it('says where a portrait belongs that is not there, and that a translation needs none', () => {
    const content = editContent()
    insert(content, LAWYER, 'portrait: ./alden.jpg\nportraitText: Alden on the porch.')
    insert(content, TRANSLATED, 'portraitText: Alden en el porche.')
    const line = content.lineOf(LAWYER, 'portrait:')
    expect(faultsOf(content)).toEqual([
      `${LAWYER}:${line} portrait names ./alden.jpg, which is not there. Put the picture into the folder lawyers/`,
    ])
    writeFileSync(join(content.root, 'lawyers/alden.jpg'), '')
    expect(faultsOf(content)).toEqual([])
    insert(content, TRANSLATED, 'portrait: ./alden.jpg')
    expect(faultsOf(content)).toEqual([
      expect.stringContaining(`${TRANSLATED}:${content.lineOf(TRANSLATED, 'portrait:')} portrait is not needed here`),
    ])
  })

  it('wants the words of a portrait, in each language', () => {
    const content = editContent()
    writeFileSync(join(content.root, 'lawyers/alden.jpg'), '')
    insert(content, LAWYER, 'portrait: ./alden.jpg')
    expect(faultsOf(content)).toEqual([
      expect.stringContaining(
        `${LAWYER}:1 portraitText must say what the portrait shows. It is: What the picture shows`,
      ),
    ])
    insert(content, LAWYER, 'portraitText: Alden on the porch.')
    expect(faultsOf(content)).toEqual([`${TRANSLATED}:1 portraitText is missing: translate that of ${LAWYER}`])
  })

  it.each([
    ['admitted: 2016-04-21', 'admitted: 2017', 'admitted'],
    ['admitted:', 'barNumber: "7654321"\nadmitted:', 'barNumber'],
    ['  - wills_trusts', '', 'areas'],
    ['name: Alden', 'name: Aldo', 'name'],
    ['order: 2', 'order: 3', 'order'],
  ])('wants the same facts in both languages: %j', (from, to, field) => {
    const content = editContent()
    content.change(TRANSLATED, from, to)
    expect(faultsOf(content)).toEqual([
      expect.stringMatching(new RegExp(`^${TRANSLATED}:\\d+ ${field} is not what ${LAWYER} says`)),
    ])
  })

  it('knows their pages as addresses, and misses a translation', () => {
    const content = editContent()
    content.append('pages/about.md', 'See [Alden](/lawyers/alden-marshgrass-example/) and [Ann](/lawyers/ann/).')
    expect(faultsOf(content)).toEqual([expect.stringContaining('links to /lawyers/ann/, which is no page')])
    expect(adviceOf(content)).toEqual([])
    rmSync(join(content.root, TRANSLATED))
    expect(adviceOf(content)).toEqual([`${TRANSLATED}:1  is missing: the translation of ${LAWYER}`])
  })

  it('advises that the responsible lawyer is one of them, if there are any', () => {
    const content = editContent()
    for (const file of ['firm.md', 'es/firm.md'])
      content.change(file, 'responsibleAttorney: Wren', 'responsibleAttorney: Ana')
    const line = content.lineOf('firm.md', 'responsibleAttorney')
    expect(adviceOf(content)).toEqual([
      expect.stringMatching(
        `^firm.md:${line} responsibleAttorney is none of the lawyers in lawyers/: Alden Marshgrass-Example; Wren Fenn`,
      ),
    ])
    for (const folder of ['lawyers', 'es/lawyers']) rmSync(join(content.root, folder), { recursive: true })
    expect([faultsOf(content), adviceOf(content)]).toEqual([[], []])
  })
})

describe('a lawyer without a bar number', () => {
  const PUBLIC = { SITE_URL: 'https://www.yourfirm.com' }
  const numberless = (content: EditedContent, env: Record<string, string>) => {
    const settings = readContentSettings(env)
    const found = reportOn(content.read(), { settings, now: NOW, glossary: [], changes: undefined })
    return [found.faults, found.advice].map((list) => list.map(printed).filter((line) => line.includes('bar')))
  }
  const missing = (file: string, line: number) =>
    `${file}:${line} barNumber is missing. Write the Florida Bar number of this lawyer, in quotes`

  it('stops a site that goes online', () => {
    const content = editContent()
    const wren = missing('lawyers/wren-fennimarsh-example.md', 2)
    expect(numberless(content, PUBLIC)).toEqual([[missing(LAWYER, 2), wren], []])
    for (const file of [LAWYER, TRANSLATED]) insert(content, file, 'barNumber: "0123456"')
    expect(numberless(content, PUBLIC)).toEqual([[wren], []])
  })

  it('is advice before, once the firm is not the sample', () => {
    const content = editContent()
    expect(numberless(content, {})).toEqual([[], []])
    for (const file of ['firm.md', 'es/firm.md']) content.change(file, /name: .*/, 'name: Ana Ortiz, P.A.')
    expect(numberless(content, {})[1]).toHaveLength(2)
  })
})

it('each invented lawyer is known as invented', () => {
  const content = editContent()
  content.append('pages/not-found.md', 'Ask for Alden Marshgrass.')
  const settings = readContentSettings({ SITE_URL: 'https://www.yourfirm.com' })
  const { faults } = reportOn(content.read(), { settings, now: NOW, glossary: [], changes: undefined })
  const found = faults.map(printed).filter((line) => line.includes('an invented lawyer'))
  expect(found).toContainEqual(expect.stringMatching(/^pages\/not-found\.md:\d+ {2}holds Alden Marshgrass, /))
  for (const file of [LAWYER, TRANSLATED]) expect(found).toContainEqual(expect.stringContaining(`${file}:2 name holds`))
})
