/**
 * `npm run adopt`, from answers to a folder of texts that the check takes.
 */
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ANSWER_NAMES, QUESTIONS } from '../../../src/commands/adopt/questions.ts'
import { STARTER_AREAS } from '../../../src/commands/adopt/starters.ts'
import { readContent } from '../../../src/commands/content/files.ts'
import { readGlossary } from '../../../src/commands/content/glossary.ts'
import { reportOn } from '../../../src/commands/content/report.ts'
import { FIRMS, OF_THE_SAMPLE } from '../../adopted-firm.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { ownFolder } from './own-folder.ts'

function report(root: string, goesOnline = false) {
  const settings = { addresses: [], goesOnline, retentionDays: 180 }
  const found = reportOn(readContent(root), {
    settings,
    now: new Date(),
    glossary: readGlossary('.'),
    changes: undefined,
  })
  const inWords = (faults: typeof found.faults) =>
    faults
      // What each lawyer does is always to be written.
      .filter(({ file }) => !file.includes('lawyers/'))
      .map(({ file, line, field, message }) => `${file}:${line} ${field} ${message}`)
  return { faults: inWords(found.faults), advice: inWords(found.advice) }
}

const textsIn = (root: string) => globSync('**/*', { cwd: root }).filter((file) => file.endsWith('.md'))
const filesOf = (root: string, folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => !file.startsWith('_'))
    .sort()

describe.each(Object.entries(FIRMS))('the firm %s', (_name, file) => {
  it('gets texts in which the check finds no fault, with nothing of the sample, that no lawyer has read', () => {
    const { root, adopt } = ownFolder()
    const { code, stdout, stderr } = adopt(['--answers', file])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`texts in ${root}/`)
    const { faults } = report(root)
    expect(faults).toEqual([])
    const texts = textsIn(root)
    expect(texts.length).toBeGreaterThan(35)
    for (const path of texts) {
      const text = readFileSync(join(root, path), 'utf8')
      expect(path + text).not.toMatch(OF_THE_SAMPLE)
      expect(text, path).not.toMatch(path.includes('pages/') ? /^(reviewed|drawing):/m : /^reviewed:/m)
    }
  })
})

it('has only the areas that were chosen, in their order, and only the questions that belong to them', () => {
  const { root, adopt } = ownFolder()
  adopt(['--answers', FIRMS.rivas])
  expect(filesOf(root, 'practice-areas')).toEqual([
    'criminal-and-traffic.md',
    'family-law.md',
    'immigration.md',
    'landlord-and-tenant.md',
    'probate.md',
    'real-estate.md',
  ])
  const { files } = readContent(root)
  const areas = files.filter(({ folder, language }) => folder === 'practice-areas' && language === 'es')
  const inOrder = areas.toSorted((one, other) => Number(one.data?.order) - Number(other.data?.order))
  expect(inOrder.map(({ name }) => name)[0]).toBe('immigration')
  expect(inOrder.map(({ data }) => data?.order)).toEqual([1, 2, 3, 4, 5, 6])
  const topics = files.flatMap(({ folder, data }) => (folder === 'faq' && data?.topic ? [data.topic] : []))
  expect(new Set(topics)).toEqual(new Set(['criminal_traffic']))
  expect(filesOf(root, 'es/faq')).toEqual(filesOf(root, 'faq'))
  expect(readFileSync(join(root, 'pages/for-agents.md'), 'utf8')).not.toContain('personal_injury')
  expect(readFileSync(join(root, 'es/firm.md'), 'utf8')).toMatch(
    /Condados de Hillsborough, Pinellas y Pasco, Florida[\s\S]*"De lunes a jueves"/,
  )
  expect(readFileSync(join(root, 'es/firm.md'), 'utf8')).toMatch(/replyWithin: "un día hábil"/)
})

it('has no Spanish texts for a firm without them, and its own area is to be written before the site goes online', () => {
  const { root, adopt } = ownFolder()
  const { stdout } = adopt(['--answers', FIRMS.diaz])
  expect(existsSync(join(root, 'es'))).toBe(false)
  expect(readFileSync(join(root, 'firm.md'), 'utf8')).toContain('Duval County, Florida')
  const own = readFileSync(join(root, 'practice-areas/elder-law.md'), 'utf8')
  expect(own).toMatch(/^id: elder_law\nname: "Elder law"$/m)
  const open = /practice-areas\/elder-law\.md:\d+ \S* ?holds \[.*which is still to be written/
  const [trial, online] = [report(root), report(root, true)]
  expect(trial.advice.filter((each) => open.test(each))).toHaveLength(5)
  expect(online.faults.filter((each) => open.test(each))).toHaveLength(5)
  expect(online.faults.filter((each) => each.includes('reviewed is missing'))).toHaveLength(
    textsIn(root).filter((file) => !/(^|\/)(_|notices|lawyers)/.test(file)).length,
  )
  expect(stdout).toMatch(/practice-areas\/elder-law\.md:\d+ holds \[Who comes to you/)
})

it('every starter is a text in which the check finds nothing', () => {
  const { root, adopt } = ownFolder()
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const answers = join(folder, 'all.yaml')
  const areas = STARTER_AREAS.map(({ slug }) => slug).join(', ')
  expect(STARTER_AREAS.length).toBe(10)
  writeFileSync(answers, readFileSync(FIRMS.rivas, 'utf8').replace(/^areas:\n( +- .*\n)+/m, `areas: ${areas}\n`))
  expect(adopt(['--answers', answers]).code).toBe(0)
  const { faults, advice } = report(root)
  expect(faults).toEqual([])
  // What a lawyer does only the firm knows.
  expect(advice.filter((each) => !/^(es\/)?lawyers\//.test(each))).toEqual([
    expect.stringMatching(/^firm\.md:1 reviewed is missing here and in \d+ other texts/),
  ])
})

it('what has no translation in a table is marked to be translated', () => {
  const { root, adopt } = ownFolder()
  const answers = `${root}.yaml`
  onTestFinished(() => rmSync(answers))
  writeFileSync(answers, readFileSync(FIRMS.rivas, 'utf8').replace('spanish:', 'afterHours: Ring the bell.\nspanish:'))
  expect(adopt(['--answers', answers]).stdout).toMatch(
    /es\/firm\.md:\d+ `afterHours` holds \[Translate: Ring the bell\.\]/,
  )
})

it('says at the end what the firm decides, with file and sentence, and what only a lawyer can do', () => {
  const { root, adopt } = ownFolder()
  const { stdout } = adopt(['--answers', FIRMS.diaz])
  for (const text of [
    `${root}/faq/first-conversation.md:6 We talk for up to half an hour, by telephone,`,
    ' We come to the bedside when we can.',
    'Only a lawyer can do this:\n  - notices.md: read each notice',
    'practice-areas/animal-law.md: decide what you say of severe bites',
    'practice-areas/: write the texts of your own areas',
    'content/for-the-firm.md',
    'npm run check:content',
  ])
    expect(stdout).toContain(text)
  expect(stdout).toMatch(/ben-cole\.md:\d+ `languages`, entry 1 holds \[Languages that this lawyer speaks\]/)
  expect(stdout).toMatch(/ben-cole\.md:\d+ holds \[Leave in the field areas only/)
  expect(stdout).not.toContain('who reads Spanish')
})

describe('nothing is written', () => {
  it('when an answer is wrong: every fault is named', () => {
    const { root, adopt } = ownFolder()
    const answers = `${root}.yaml`
    onTestFinished(() => rmSync(answers))
    writeFileSync(
      answers,
      readFileSync(FIRMS.diaz, 'utf8')
        .replace(/^zip: .*/m, 'zip: 322')
        .replace('counties', 'countys'),
    )
    const { code, stderr } = adopt(['--answers', answers])
    expect([code, existsSync(root)]).toEqual([1, false])
    expect(stderr).toContain(`${answers}:8  \`zip\` must be a ZIP code`)
    expect(stderr).toContain('`countys` is no question: did you mean `counties`?')
    expect(stderr).toMatch(/Nothing was written\.\n$/)
  })

  it.each([
    [['--answers', 'nowhere.yaml'], 'nowhere.yaml cannot be read'],
    [['diaz.yaml'], 'it takes options only'],
    [['--answer', 'x'], '`npm run adopt -- --help` shows what there is'],
  ])('when the command line is wrong: %j', (args, message) => {
    const { root, adopt } = ownFolder()
    const { code, stderr } = adopt(args)
    expect([code, existsSync(root), stderr]).toEqual([1, false, expect.stringContaining(message)])
  })

  it('when the person stops', () => {
    const { root, adopt } = ownFolder()
    const { code, stdout, stderr } = adopt([], 'Diaz & Cole, PLLC\n')
    expect([code, existsSync(root), stderr]).toEqual([1, false, '\nStopped. Nothing was written.\n'])
    expect(stdout).toContain('2/17')
  })

  it.each(['firm.md', 'pages/about.md', 'es/notices.md'])('over a text that is there: %s', (file) => {
    const { root, adopt } = ownFolder()
    cpSync(join('content/sample', file), join(root, file))
    const { code, stderr } = adopt(['--answers', FIRMS.diaz])
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${root}/ holds texts already: ${file
        .split('/')
        .slice(0, file.startsWith('es') ? 2 : 1)
        .join('/')}`,
    )
    expect(stderr).toContain('set CONTENT_DIR to another folder')
    expect(globSync('**/*.*', { cwd: root })).toEqual([file])
  })
})

it('answers that were typed are kept beside the texts, and give the same texts again', () => {
  const [first, second] = [ownFolder(), ownFolder()]
  const typed = ANSWER_NAMES.map((name) => (name === 'logo' ? '' : QUESTIONS[name].example))
  const { code, stdout } = first.adopt([], `${typed.join('\n')}\n`)
  expect([code, stdout]).toEqual([0, expect.stringContaining('1/17  The name under which the firm practices')])
  const kept = join(first.root, '_answers.yaml')
  expect(second.adopt(['--answers', kept]).code).toBe(0)
  expect(textsIn(second.root).sort()).toEqual(textsIn(first.root).sort())
  for (const file of textsIn(first.root))
    expect(readFileSync(join(second.root, file), 'utf8')).toBe(readFileSync(join(first.root, file), 'utf8'))
})

it('names its areas in the description, each apart; its own in its own letters', () => {
  const { root, adopt } = ownFolder()
  const answers = `${root}.yaml`
  writeFileSync(answers, readFileSync(FIRMS.rivas, 'utf8').replace('  - probate', '  - DUI defense = Defensa por DUI'))
  expect(adopt(['--answers', answers]).code).toBe(0)
  const firm = (language: string) => readFileSync(join(root, language, 'firm.md'), 'utf8')
  expect(firm('')).toMatch(/: immigration; .*; landlord and tenant; criminal and traffic defense; DUI defense\. Call/)
  expect(firm('es')).toMatch(/: inmigración; .*; Defensa por DUI\. Llame/)
})

it('a manual in the folder stays as it is', () => {
  const { root, adopt } = ownFolder()
  cpSync('content/README.md', join(root, 'README.md'))
  expect(adopt(['--answers', FIRMS.rivas]).code).toBe(0)
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe(readFileSync('content/README.md', 'utf8'))
})
