/** `npm run adopt`, from answers to a folder of texts that the check takes. */
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addLawyer, addTo } from '../../../src/commands/adopt/own-folder.ts'
import {
  SPOKEN,
  STARTER_AREAS,
  STARTER_WORDS,
  starterNames,
  starterText,
} from '../../../src/commands/adopt/starters.ts'
import { LONGEST } from '../../../src/commands/adopt/typed.ts'
import { openDecisions } from '../../../src/commands/content/decisions.ts'
import { FOLDERS, readContent } from '../../../src/commands/content/files.ts'
import { addToRecord } from '../../../src/commands/content/record.ts'
import { reportOn } from '../../../src/commands/content/report.ts'
import { LANGUAGES } from '../../../src/language.ts'
import { FIRMS, OF_THE_SAMPLE, TRIAL, writeTexts } from '../../adopted-firm.ts'
import { removedWithTest } from '../../journeys/server.ts'
import { printed } from '../content/edited-content.ts'
import { typeInProcess } from '../in-process.ts'

/** The folder is not there yet, and goes away with the test. */
function ownFolder() {
  const root = join(removedWithTest(), 'texts')
  return { root, adopt: (...args: string[]) => typeInProcess(['adopt', ...args], { CONTENT_DIR: root }) }
}

function adoptWith(firm: string, ...changes: readonly [from: string | RegExp, to: string][]) {
  const { root } = ownFolder()
  return { root, stdout: writeTexts(root, firm, ...changes) }
}

/** What a lawyer does is always left to write, so those lines are left out. */
function report(root: string, goesOnline = false) {
  const found = reportOn(readContent(root), { settings: { ...TRIAL, goesOnline }, now: new Date() })
  const inWords = (faults: typeof found.faults) => faults.filter(({ file }) => !file.includes('lawyers/')).map(printed)
  return { faults: inWords(found.faults), advice: inWords(found.advice) }
}

const textOf = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
/** A day of reading, or a drawing for an office on the water. */
const OF_THE_RIVER = /^(reviewed:|drawing: (?!(columns|path|scales|book|document)$))/m
const textsIn = (root: string) => globSync('**/*', { cwd: root }).filter((file) => file.endsWith('.md'))
const filesOf = (root: string, folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => !file.startsWith('_'))
    .sort()

it.each(Object.values(FIRMS))('%s: gets texts without a fault, with nothing of the sample', (firm) => {
  const { root, stdout } = adoptWith(firm)
  expect(stdout).toContain(`texts in ${root}/`)
  expect(report(root).faults).toEqual([])
  const texts = textsIn(root)
  expect(texts.length).toBeGreaterThan(35)
  // A later version of the project changes only its own files there, so that merging it has no conflict.
  expect(texts.filter((path) => /^((es\/)?README|for-the-firm)\.md|^(sample|starters|words)\//.test(path))).toEqual([])
  for (const path of texts) {
    const text = textOf(root, path)
    expect(path + text).not.toMatch(OF_THE_SAMPLE)
    expect(text, path).not.toMatch(path.includes('pages/') ? OF_THE_RIVER : /^reviewed:/m)
  }
})

it('has only the areas that were chosen, in their order, and only the questions that belong to them', () => {
  const { root } = adoptWith(FIRMS.rivas)
  expect(filesOf(root, 'practice-areas').join(' ').replaceAll('.md', '')).toBe(
    'criminal-and-traffic family-law immigration landlord-and-tenant probate real-estate',
  )
  const { files } = readContent(root)
  const areas = files.filter(({ folder, language }) => folder === 'practice-areas' && language === 'es')
  expect(areas.map(({ data }) => Number(data?.order)).sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(areas.find(({ data }) => data?.order === 1)?.name).toBe('immigration')
  const topics = files.flatMap(({ folder, data }) => (folder === 'faq' && data?.topic ? [data.topic] : []))
  expect(new Set(topics)).toEqual(new Set(['criminal_traffic']))
  expect(filesOf(root, 'es/faq')).toEqual(filesOf(root, 'faq'))
  expect(textOf(root, 'pages/for-agents.md')).not.toContain('personal_injury')
  const firm = textOf(root, 'es/firm.md')
  for (const words of ['Condados de Hillsborough, Pinellas y Pasco, Florida', 'replyWithin: "un día hábil"'])
    expect(firm).toContain(words)
  expect(firm).not.toMatch(/name:|hours:|telephone:/)
})

it('speaks of arrests only where somebody defends, and names areas of the firm in its templates', () => {
  const [defends, other] = [adoptWith(FIRMS.rivas), adoptWith(FIRMS.rivas, [', criminal-and-traffic', ''])]
  const ofArrests = ({ root }: typeof other) =>
    readContent(root)
      .files.filter(({ folder }) => folder !== 'practice-areas')
      .filter(({ file }) => /arrest|custody|detenid/i.test(textOf(root, file)))
      .map(({ file }) => file)
  expect(ofArrests(other)).toEqual([])
  expect(ofArrests(defends)).toEqual(expect.arrayContaining(['notices.md', 'es/notices.md', 'es/faq/urgent.md']))
  for (const file of ['faq/_template.md', 'es/faq/_template.md', 'lawyers/_template.md'])
    expect(textOf(other.root, file)).toMatch(/^(topic:| {2}-) immigration\b/m)
})

it('has no Spanish texts for a firm without them, and its own area is to be written before the site goes online', () => {
  const { root, stdout } = adoptWith(FIRMS.diaz)
  expect(existsSync(join(root, 'es'))).toBe(false)
  expect(textOf(root, 'firm.md')).toContain('Duval County, Florida')
  const own = textOf(root, 'practice-areas/elder-law.md')
  expect(own).toMatch(/^id: elder_law\nname: "Elder law"$/m)
  const open = /practice-areas\/elder-law\.md:\d+ \S* ?holds \[.*which is still to be written/
  const [trial, online] = [report(root), report(root, true)]
  expect(trial.advice.filter((each) => open.test(each))).toHaveLength(6)
  expect(online.faults.filter((each) => open.test(each))).toHaveLength(6)
  const unread = textsIn(root).filter((file) => !/(^|\/)(_|lawyers|decisions)/.test(file))
  expect(online.faults.filter((each) => each.includes('is not in the record'))).toHaveLength(unread.length)
  expect(stdout).toMatch(/practice-areas\/elder-law\.md:\d+ {2}holds \[Who comes to you/)
})

it('every starter is a text in which the check finds nothing, also with the longest answers', () => {
  expect(STARTER_AREAS.length).toBe(10)
  const areas = STARTER_AREAS.map(({ slug }) => slug).join(', ')
  const { root } = adoptWith(
    FIRMS.rivas,
    [/^name: .*/m, `name: ${'N'.repeat(LONGEST)}`],
    [/^city: .*/m, `city: ${'C'.repeat(30)}\nreplyWithin: three business days`],
    [/^areas: .*/m, `areas: [${areas}]`],
    [/^languages: .*/m, `languages: [${SPOKEN.map(({ en }) => en).join(', ')}]`],
  )
  const { faults, advice } = report(root)
  expect(faults).toEqual([])
  // The web editor would show such line breaks.
  for (const { file, body } of readContent(root).files)
    expect(body.replace(/^```[^]*?^```$|^#.*$/gm, ''), file).not.toMatch(/\S\n[ \t]*[\p{L}(]/u)
  // Only the firm knows what a lawyer does, and its companies.
  expect(advice.filter((each) => !/^(es\/)?(lawyers\/|pages\/privacy)/.test(each))).toEqual([
    expect.stringMatching(/^decisions\.md:\d+ {2}names what a lawyer/),
    expect.stringMatching(/^firm\.md:1 {2}and \d+ other texts were not read/),
  ])
})

it('has a file for each lawyer, with what the firm said of them; the only one speaks the languages of the firm', () => {
  const lawyersOf = (root: string, folder: string) =>
    filesOf(root, folder).map((file) => `${file}\n${textOf(root, join(folder, file))}`)
  const said = 'areas: [animal-law], languages: [English], certified: Criminal Trial, about: { en: Ben helps. } }'
  const { root } = adoptWith(FIRMS.diaz, [/(name: Ben Cole.*) \}/, `$1, ${said}`])
  const [ana, ben] = lawyersOf(root, 'lawyers')
  expect(ana).toMatch(/^ana-diaz\.md[^]*barNumber: "0123456"\nadmitted: "2009"[^]*order: 1\n[^]*\[Under “areas”, keep/)
  expect(ana).toMatch(/"\[Languages that this lawyer speaks\]"[^]*\[What this lawyer/)
  expect(ben).toMatch(/^ben-cole\.md[^]*- "English"\nareas:\n {2}- "animal_law"\norder: 2\n/)
  expect(ben).toContain('Ben helps. Ben Cole is board certified by The Florida Bar in Criminal Trial. Before you')
  const [alone, ...others] = lawyersOf(adoptWith(FIRMS.rivas).root, 'es/lawyers')
  expect(others).toEqual([])
  expect(alone).toMatch(/^lucia-rivas-ortega\.md[^]*role: "\[Abogada o abogado\]"/)
  expect(alone).toMatch(/- "inglés"\n {2}- "español"\nareas:\n {2}- "immigration"/)
})

it('has each office, and who helps while they are closed', () => {
  const { root } = adoptWith(FIRMS.rivas, [
    'counties:',
    "moreOffices: [{ street: 4 River Road, city: Largo, postalCode: '33770' }]\nonCall: 813 211 0199\njail: 813 211 0180\ncounties:",
  ])
  const firm = readContent(root).files.find(({ file }) => file === 'firm.md')?.data
  expect(firm).toMatchObject({
    onCall: '+1-813-211-0199',
    jail: '+1-813-211-0180',
    offices: [{ address: { city: 'Tampa' } }, { address: { city: 'Largo', state: 'FL' } }],
  })
  expect(report(root).faults).toEqual([])
})

it('a copy of a template that was not changed stops the check', () => {
  const { root } = adoptWith(FIRMS.rivas)
  for (const folder of ['lawyers', 'faq']) cpSync(join(root, folder, '_template.md'), join(root, folder, 'copy.md'))
  const faults = () => reportOn(readContent(root), { settings: TRIAL, now: new Date() }).faults.map(printed)
  for (const folder of ['lawyers', 'faq'])
    expect(faults()).toContainEqual(expect.stringMatching(`^${folder}/copy.md:1 .*says only what _template.md says`))
  writeFileSync(join(root, 'lawyers/copy.md'), `${textOf(root, 'lawyers/copy.md')}\nShe helps.\n`)
  expect(faults()).toContainEqual(expect.stringMatching(/^lawyers\/copy\.md:\d+ barNumber is that of _template\.md/))
})

it('names its areas in the description, each apart, in small letters but for names with capitals, and marks what has no translation', () => {
  const { root, stdout } = adoptWith(
    FIRMS.rivas,
    [', probate]', ', { en: DUI defense, es: Defensa por DUI }, { en: Elder law }]'],
    ['siteLanguages:', 'afterHours: Ring the bell.\nsiteLanguages:'],
  )
  const areas = /: immigration; .*; landlord and tenant; criminal and traffic defense; DUI defense; elder law\. Call/
  expect(textOf(root, 'firm.md')).toMatch(areas)
  expect(textOf(root, 'es/firm.md')).toMatch(/: inmigración; .*; Defensa por DUI; \[Translate: Elder law\]\. Llame/)
  expect(stdout).toMatch(/es\/firm\.md:\d+ {2}`afterHours` holds \[Translate: Ring the bell\.\]/)
})

it('leaves a list of what a lawyer decides, with file and sentence, which a build for a public address waits for', () => {
  const { root, stdout } = adoptWith(FIRMS.diaz)
  const list = textOf(root, 'decisions.md')
  for (const text of [
    / and how long is it\?\n {2}- \S+: .*\n {2}- and \d+ like it: [^\n]*\bfaq\/first-conversation\.md/,
    '- Read each notice',
    'severe bites: since July 2025 a dog is seized after them.\n  - practice-areas/animal-law.md\n',
  ])
    expect(list).toMatch(text)
  const count = list.match(/^- /gm)?.length ?? 0
  expect(stdout).toContain(`For a lawyer: ${count} decisions in ${root}/decisions.md`)
  const open = (goesOnline: boolean) => {
    const { faults, advice } = report(root, goesOnline)
    return [faults, advice].map((all) => all.filter((each) => each.startsWith('decisions.md')).length)
  }
  expect([...open(false), ...open(true)]).toEqual([0, 1, count, 0])
  const [{ what, digest } = { what: '', digest: '' }] = openDecisions(root).map(({ subject }) => subject)
  addToRecord(root, [{ day: '2026-11-27', who: 'Ana Diaz', what, answer: 'not for us', digest }])
  expect(open(true)).toEqual([count - 1, 0])
  expect(stdout).toMatch(/ben-cole\.md:\d+ {2}`languages`, entry 1 holds \[Languages that this lawyer speaks\]/)
  expect(stdout).toMatch(/ben-cole\.md:\d+ {2}holds \[Under “areas”, keep/)
})

it('nothing is written when an answer is wrong: every fault is named', async () => {
  const { root, adopt } = ownFolder()
  const answers = `${root}.yaml`
  const text = readFileSync(FIRMS.diaz, 'utf8').replace(/^postalCode: .*/m, 'postalCode: "322"')
  writeFileSync(answers, text.replace('counties', 'countys'))
  const { code, stderr } = await adopt('--answers', answers)
  expect([code, existsSync(root)]).toEqual([1, false])
  expect(stderr).toContain(`${answers}:8  \`postalCode\` must be a ZIP code`)
  expect(stderr).toContain('`countys` is not a field here: the fields are name, ')
  expect(stderr).toMatch(/Nothing was written\.$/)
})

it.each(LANGUAGES)('each passage that a firm replaces stands once in the starters: %s', (language) => {
  const folders = ['', ...Object.keys(FOLDERS)]
  const names = (folder: string) => (folder === '' ? ['firm', 'notices'] : starterNames(folder))
  const texts = folders.flatMap((folder) => names(folder).map((name) => starterText(language, folder, name)))
  const { withoutDefense, toWrite } = STARTER_WORDS[language]
  expect(toWrite.length).toBeGreaterThan(0)
  const all = texts.join('\n')
  for (const [passage] of [...withoutDefense, ...toWrite]) expect(all.split(passage), passage).toHaveLength(2)
})

it('nothing is written over a text that is there', async () => {
  const { root, adopt } = ownFolder()
  cpSync('content/sample/firm.md', join(root, 'firm.md'))
  const { code, stderr } = await adopt('--answers', FIRMS.diaz)
  expect([code, textsIn(root)]).toEqual([1, ['firm.md']])
  expect(stderr).toContain(`${root}/ holds firm.md already`)
  expect(stderr).toContain('set CONTENT_DIR to another folder')
})

describe('later', () => {
  /** Adds to the texts of a firm without changing those that are there. */
  const added = (root: string, kind: 'area' | 'language', what: string) => {
    const before = new Map(textsIn(root).map((path) => [path, textOf(root, path)]))
    addTo({ root, shown: 'content' }, kind, what)
    const paths = textsIn(root).filter((path) => !before.has(path))
    for (const [path, text] of before) {
      const now = textOf(root, path)
      expect(path === 'decisions.md' ? now.slice(0, text.length) : now, path).toBe(text)
    }
    expect(report(root).faults).toEqual([])
    return { paths: paths.sort(), text: (path: string) => textOf(root, path) }
  }

  it('an area is added with what people ask about it and what a lawyer decides, in each language', () => {
    const { root } = adoptWith(FIRMS.rivas)
    const { paths, text } = added(root, 'area', 'wills-and-trusts')
    const names = ['faq/will-from-another-state', 'faq/without-a-will', 'practice-areas/wills-and-trusts']
    expect(paths).toEqual(names.flatMap((name) => [`${name}.md`, `es/${name}.md`]).sort())
    for (const path of paths) expect(text(path)).not.toMatch(/^reviewed:/m)
    expect(text('es/practice-areas/wills-and-trusts.md')).toContain('\norder: 7\n')
    expect(text('decisions.md')).toContain('We come to the bedside when we can.')
    expect(text('decisions.md')).toContain('- Does the notice `urgent` name what cannot wait in wills-and-trusts?')
    expect(() => added(root, 'area', 'probate')).toThrow('There is already: practice-areas/probate.md, ')
    const own = added(root, 'area', "Workers' compensation")
    expect(own.paths).toEqual(['es/practice-areas/workers-compensation.md', 'practice-areas/workers-compensation.md'])
    expect(own.text('practice-areas/workers-compensation.md')).toMatch(/^id: workers_compensation\n[^]*\[Who comes/m)
  })

  it('a lawyer is added by questions, in each language', async () => {
    const { root } = adoptWith(FIRMS.rivas)
    const known = { name: 'Ana Gil', barNumber: '123457', admitted: '2015' }
    const lawyer = { ...known, areas: ['probate'], languages: ['Spanish'] }
    // Others were removed.
    const first = 'lawyers/lucia-rivas-ortega.md'
    writeFileSync(join(root, first), textOf(root, first).replace('\norder: 1\n', '\norder: 4\n'))
    const said = await addLawyer({ root, shown: 'content' }, async ({ areas, languages, siteLanguages }) => {
      expect([areas.length, languages, siteLanguages]).toEqual([6, ['English', 'Spanish'], ['en', 'es']])
      return { ...lawyer, role: { es: 'Abogada' } }
    })
    expect(said).toContain('Written: content/lawyers/ana-gil.md, content/es/lawyers/ana-gil.md.')
    const written = /role: "Attorney"[^]*- "Spanish"\nareas:\n {2}- "probate"\norder: 5\n/
    expect(textOf(root, 'lawyers/ana-gil.md')).toMatch(written)
    expect(textOf(root, 'es/lawyers/ana-gil.md')).toMatch(/role: "Abogada"[^]*- "español"/)
    expect(report(root).faults).toEqual([])
    const again = addLawyer({ root, shown: 'content' }, () => Promise.resolve(lawyer))
    await expect(again).rejects.toThrow('There is already')
  })

  it('a language is added, with the facts of the firm', () => {
    const { root } = adoptWith(FIRMS.diaz)
    added(root, 'area', 'Firm')
    const copied = { consultationCost: 'The first half hour is free.', directions: 'Next to the park.' }
    const own = textOf(root, 'firm.md').replace(/^( +)hours:/m, `$1directions: ${copied.directions}\n$&`)
    writeFileSync(join(root, 'firm.md'), own.replace('\n', `\nconsultationCost: ${copied.consultationCost}\n`))
    const { paths, text } = added(root, 'language', 'es')
    const sources = textsIn(root).filter((path) => !/^(es\/|decisions)/.test(path))
    expect(paths).toEqual(sources.map((path) => `es/${path}`).sort())
    expect(text('es/firm.md')).toContain('areaServed: "Condado de Duval, Florida"')
    const inEnglish = report(root, true).faults.filter((fault) => fault.includes('is still in English'))
    expect(inEnglish.map((fault) => fault.split(' ')[1]).sort()).toEqual(['consultationCost', 'offices.0.directions'])
    expect(text('es/practice-areas/elder-law.md')).toContain('name: "[Translate: Elder law]"')
    expect(text('es/practice-areas/firm.md')).toMatch(/^name: "\[Translate: Firm\]"$[^]*^summary: /m)
    // This firm has no criminal defense, and has not named the companies that see messages.
    expect(paths.filter((path) => /detenida|arrestaron/.test(text(path)))).toEqual([])
    expect(text('es/pages/privacy.md')).toContain('[los nombres de su servidor')
    expect(() => added(root, 'language', 'es')).toThrow('the site has en, es')
  })

  it.each([
    ['area', 'Elder / law', 'An area must be words, like Elder law'],
    ['language', 'fr', 'Languages with starters are en, es; the site has en.'],
  ] as const)('nothing is added when the words cannot be taken: %s %j', (kind, what, says) => {
    const { root } = adoptWith(FIRMS.diaz)
    const before = textsIn(root)
    expect(() => addTo({ root, shown: 'content' }, kind, what)).toThrow(says)
    expect(textsIn(root)).toEqual(before)
  })

  it('only to texts that are there', async () => {
    const { root, adopt } = ownFolder()
    const { code, stderr } = await adopt('area', 'probate')
    expect([code, stderr, existsSync(root)]).toEqual([1, expect.stringContaining('Begin with `npm run adopt`'), false])
    expect((await adopt('area')).stderr).toContain('`area` needs a name')
  })
})

it('a logo is copied, and never over another', async () => {
  const { root, adopt } = ownFolder()
  const [logo, answers] = [join(root, 'logo.svg'), `${root}.yaml`]
  writeFileSync(`${root}.svg`, '<svg/>')
  writeFileSync(answers, `${readFileSync(FIRMS.diaz, 'utf8')}logo: ${root}.svg\n`)
  mkdirSync(root)
  writeFileSync(join(root, 'notices.md'), '')
  expect((await adopt('--answers', answers)).stderr).toContain('There is already: notices.md. Nothing was written.')
  expect(readdirSync(root)).toEqual(['notices.md'])
  rmSync(join(root, 'notices.md'))
  writeFileSync(logo, 'another')
  expect((await adopt('--answers', answers)).stderr).toContain(`${logo} is there already, and is not ${root}.svg.`)
  expect([readFileSync(logo, 'utf8'), readdirSync(root)]).toEqual(['another', ['logo.svg']])
  rmSync(logo)
  expect(await adopt('--answers', answers)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(logo, 'utf8')).toBe('<svg/>')
  expect(textOf(root, 'firm.md')).toContain('logo: "logo.svg"')
})
