/** `npm run review`: a lawyer answers for each text and decision, until a site can go online. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readContent } from '../../src/commands/content/files.ts'
import { claimsIn } from '../../src/commands/adopt/starters.ts'
import { openDecisions } from '../../src/commands/content/decisions.ts'
import { addToRecord, readRecord } from '../../src/commands/content/record.ts'
import { reportOn } from '../../src/commands/content/report.ts'
import { programDigests, programPage } from '../../src/commands/program-texts.ts'
import { review } from '../../src/commands/review/review.ts'
import { officeDay } from '../../src/dates.ts'
import type { Language } from '../../src/language.ts'
import { confirmAll, FIRMS, TRIAL, writeTexts } from '../adopted-firm.ts'
import { removedWithTest } from '../journeys/server.ts'

/** Of the firm in `content/starters/firm.yaml`: on the screen, and on the page of the program. */
const [MOST_WORDS, MOST_OF_PROGRAM] = [9000, 1800]
const STOP = '\u0003'
const TODAY = officeDay(new Date())
const LAWYER = 'Lucía Rivas Ortega'
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

/** A few texts are enough for all questions, and are read sooner. The firm has written what only it can. */
function adopted(firm: string = FIRMS.rivas, ...changes: Parameters<typeof writeTexts>[2][]) {
  const root = join(removedWithTest(), 'texts')
  writeTexts(root, firm, [/^areas: \[.*/m, 'areas: [immigration]'], ...changes)
  const fewer = firm === FIRMS.rivas ? ['faq', 'replies', 'es/faq', 'es/replies'] : []
  for (const name of fewer) rmSync(join(root, name), { recursive: true })
  for (const file of filesOf(root))
    if (!file.includes('replies/'))
      writeFileSync(join(root, file), textOf(root, file).replace(/\[([^[\]]+)\](?!\()/g, '$1'))
  return root
}

interface Typing {
  language?: Language
  who?: string
  /** What is typed at a question; STOP for Ctrl-C. */
  at?: (question: string, count: number) => string
}

/** Counts the words that the person sees: the first drawing of each question, and what stands between them. */
async function reviewed(folder: string, { language = 'en', who = LAWYER, at = () => 'y' }: Typing = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let [shown, words, count, state] = ['', 0, 0, 'said']
  output.on('data', (data: Buffer) => {
    const text = data.toString()
    shown += text
    const [, question] = /[◆▲] {2}(.+)/.exec(text) ?? []
    // A prompt hides the cursor, draws itself again at each key, and shows the cursor at its end.
    if (text.includes('\u001B[?25l')) state = 'begun'
    if (state === 'said' || (state === 'begun' && question))
      words += wordsIn(text.replace(/\u001B\[[\d;?]*[A-Za-z]/g, ' '))
    if (text.includes('\u001B[?25h')) state = 'said'
    if (!question || (state !== 'begun' && !text.includes('▲'))) return
    state = 'drawn'
    const typed = question.startsWith('Who is reading?') ? who : at(question, ++count)
    // The prompt listens to keys once it is drawn, and a second answer replaces one that was refused.
    setImmediate(() => {
      if (text.includes('▲')) input.write('\u0015')
      input.write(typed)
      if (typed !== STOP) input.write('\r')
    })
  })
  const program = { page: programPage, digests: programDigests() }
  const circumstances = { folder, shown: 'content', settings: TRIAL, language, program, terminal: { input, output } }
  const error = await review({ ...circumstances, editor: '' }).catch((thrown: unknown) => String(thrown))
  const longest = Math.max(...(shown.match(/^│ {2}.*$/gm) ?? []).map((line) => line.length))
  // Lines of tables break sentences.
  return { shown: shown.replace(/[│\s]+/g, ' '), words, count, longest, error }
}

const textOf = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (root: string) => readContent(root).files.map(({ file }) => file)
const recordOf = (root: string) => readRecord(root).entries
const faultsOf = (root: string) =>
  reportOn(readContent(root), {
    settings: { ...TRIAL, goesOnline: true },
    now: new Date(),
    program: programDigests(),
  }).faults.map(({ file, message }) => `${file} ${message}`)

it('when all is read and decided, in each language, the site can go online; and not when a text is changed afterwards', async () => {
  const root = adopted()
  const { shown, count, longest } = await reviewed(root)
  expect(shown).toContain('Do you practice only in Florida')
  expect(shown).toContain('► description: ')
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThanOrEqual(80)
  // A lawyer reads sentences as a page has them.
  expect(shown).toContain('“Rivas Ortega is a small office by choice.”')
  expect(shown).not.toContain('{firm.')
  expect(recordOf(root)[0]).toMatchObject({ day: TODAY, who: LAWYER, answer: 'yes' })
  expect(recordOf(root).length).toBe(count)
  expect(textOf(root, 'pages/about.md')).toContain(`\nreviewed: ${TODAY}\n`)
  const left = faultsOf(root)
  expect(left.filter((fault) => !/^es\/|Spanish/.test(fault))).toEqual([])
  expect(shown).toContain(`Still to read or decide in Spanish: ${left.length}. Type \`npm run review -- es\``)
  expect((await reviewed(root, { language: 'es' })).shown).toContain('All of content/ is read and decided.')
  expect(faultsOf(root)).toEqual([])
  appendFileSync(join(root, 'pages/about.md'), '\nWe have a parrot.\n')
  const changed = `pages/about.md changed since ${LAWYER} read it on ${TODAY}: \`npm run review\` shows it`
  expect(faultsOf(root)).toEqual([`es/${changed}`, changed])
})

it('takes no answer that was not typed, and none of somebody who is not a lawyer of the firm', async () => {
  const root = adopted()
  const typed = ['', 'y', 'no', 'later', STOP]
  const at: Typing['at'] = (_question, count) => typed[count - 1] ?? ''
  const { shown, error } = await reviewed(root, { who: 'lucia rivas ortega, Esq.', at })
  expect(shown.match(/Type yes, change, not for us or later\. Nothing is chosen for you\./g)?.length).toBeGreaterThan(1)
  expect(error).toContain('What you said is kept')
  expect(recordOf(root).map(({ who, answer }) => [who, answer])).toEqual([[LAWYER, 'yes']])
  const stranger = await reviewed(root, { who: STOP })
  expect([stranger.count, recordOf(root).length]).toEqual([0, 1])
})

it('a member who reads Spanish reads it, and a lawyer who does not says whom they trust', async () => {
  const root = adopted()
  confirmAll(root, { day: TODAY, who: LAWYER }, 'en')
  const read = await reviewed(root, { language: 'es', who: 'Maria Lopez' })
  expect(read.shown).toContain('A lawyer of the firm must still confirm the reader: type `npm run review -- es`')
  expect(faultsOf(root)).toContain(
    'es/pages/about.md was read by Maria Lopez, who is not a lawyer of the firm: a lawyer says with `npm run review -- es` whom they trust',
  )
  // What she has read is not shown to her again.
  expect((await reviewed(root, { language: 'es', who: 'Maria Lopez' })).count).toBe(1)
  // One word is an answer to another question, and accents do not make another person.
  const typed = ['no', 'no', 'maría lópez']
  await reviewed(root, { language: 'es', at: (_question, count) => typed[count - 1] ?? '' })
  expect(recordOf(root).at(-1)).toMatchObject({ who: LAWYER, what: 'es', answer: 'trusts maría lópez' })
  expect(faultsOf(root)).toEqual([])
})

it('“change” waits until the file is saved; “not for us” is taken once no text says it', async () => {
  const root = adopted()
  const asked = 'Do you practice only in Florida, or elsewhere too in federal matters?'
  const claims = claimsIn(readContent(root).files).filter(({ decide }) => decide === asked)
  const saysIt = /[^.\n]*(?:only in Florida|our services there|solo en Florida|aquí nuestros servicios)[^.\n]*\./g
  const files = new Set(claims.map(({ file }) => file))
  let step = 0
  const { shown } = await reviewed(root, {
    at(question, count) {
      if (count > 60) return STOP
      if (question.startsWith('Change ')) {
        for (const file of files) writeFileSync(join(root, file), textOf(root, file).replaceAll(saysIt, ''))
        return ''
      }
      if (!question.includes('not for us')) return STOP
      const next = openDecisions(root).find(({ places }) => places[0]?.sentence)
      return next?.what === asked && ++step ? 'not for us' : 'yes'
    },
  })
  expect(shown).toContain('Then no text may say it:')
  expect(recordOf(root).find(({ what }) => what === asked)).toMatchObject({ answer: 'not for us', who: LAWYER })
  expect(step).toBe(2)
})

it('a text that changed while it was read is shown again; two people can answer at once', async () => {
  const root = adopted()
  confirmAll(root, { day: TODAY, who: LAWYER })
  appendFileSync(join(root, 'firm.md'), '\nWe have a dog.\n')
  const other = { day: TODAY, who: 'Ben Cole', what: 'something', answer: 'yes', digest: 'x' }
  let isChanged = false
  const { shown } = await reviewed(root, {
    at() {
      if (isChanged) return STOP
      isChanged = true
      addToRecord(root, [other])
      appendFileSync(join(root, 'firm.md'), '\nWe have a parrot.\n')
      return 'yes'
    },
  })
  expect(shown).toMatch(/firm\.md changed while you read it\. Here it is as it is now\. .*We have a parrot\./)
  expect(recordOf(root).at(-1)).toEqual(other)
})

it('what must be changed first cannot be said to be right; a line of the record that cannot be read is a fault', async () => {
  const root = adopted()
  confirmAll(root, { day: TODAY, who: LAWYER })
  appendFileSync(join(root, 'firm.md'), '\n[A letter]\n')
  appendFileSync(join(root, 'record.txt'), '<<<<<<< ours\n')
  const at = (question: string) => (question.includes(' read: change or later') ? STOP : 'yes')
  const { shown } = await reviewed(root, { at })
  expect(shown).toContain('To change first: content/firm.md')
  expect(faultsOf(root)).toContain(
    `record.txt cannot be read: take this line out, and \`npm run review\` asks again. A line is: day | who | what | answer | digest`,
  )
})

it('what INBOUND_MAIL turns on is read and decided once it is on, and nothing shows it while it is off', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = adopted()
  const onPage = /above this line[^]*carries your answer/
  const words = [/You can also answer our e-mails/, /passes on answers by e-mail/, onPage]
  const holding = (text: string) => words.filter((pattern) => pattern.test(text))
  confirmAll(root, { day: TODAY, who: LAWYER })
  expect([faultsOf(root), holding(programPage('en'))]).toEqual([[], []])
  vi.stubEnv('INBOUND_MAIL', 'in.example.com')
  vi.stubEnv('RETENTION_DAYS', '90')
  const { shown, count } = await reviewed(root)
  expect(shown.replace(/\s+/g, ' ')).toContain('90 days after')
  expect(holding(shown + programPage('en'))).toEqual(words)
  const read = recordOf(root).slice(-count)
  const decision = expect.stringMatching(words[1]!)
  expect(read.map(({ what }) => what)).toEqual(['pages/privacy.md', "the program's words, English", decision])
  vi.unstubAllEnvs()
  expect(faultsOf(root)).toEqual([])
})

it('shows of a text that was read what changed since', async () => {
  const root = adopted()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  confirmAll(root, { day: TODAY, who: LAWYER })
  git('init', '-q')
  git('add', '-A')
  const author = ['user.name=Ana', 'user.email=ana@example.com', 'commit.gpgsign=false']
  git(...author.flatMap((one) => ['-c', one]), 'commit', '-q', '-m', 'Read')
  appendFileSync(join(root, 'pages/about.md'), '\nWe have a parrot.\n')
  const { shown, count } = await reviewed(root)
  expect(shown).toContain('Changed since it was read: + We have a parrot. ')
  expect(count).toBe(1)
  const spanish = await reviewed(root, { language: 'es' })
  expect(spanish.shown).toContain('Changed since then in pages/about.md: + We have a parrot. ')
})

it('a lawyer reads all English words of the firm of the example within an hour', async () => {
  const root = adopted('content/starters/firm.yaml', ['555-0100', '211-0100'], ['.example', '.test'])
  const { words } = await reviewed(root, { who: 'Ana Diaz' })
  expect(recordOf(root).length).toBeGreaterThan(50)
  expect(words).toBeLessThan(MOST_WORDS)
  expect(wordsIn(programPage('en').replace(/<style>.*|<[^>]*>/g, ' '))).toBeLessThan(MOST_OF_PROGRAM)
})
