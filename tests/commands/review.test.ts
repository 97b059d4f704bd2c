/** `npm run review`: a lawyer says of each text that it is right, until a site can go online. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { readContent } from '../../src/commands/content/files.ts'
import { reportOn } from '../../src/commands/content/report.ts'
import { review } from '../../src/commands/review/review.ts'
import { officeDay } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { LANGUAGES } from '../../src/language.ts'
import { FIRMS, TRIAL, writeTexts } from '../adopted-firm.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const PROGRAM = { parts: ['The words.', 'More of them.'], digest: 'abc' }
const [ENTER, DOWN, STOP] = ['\r', '\u001B[B', '\u0003']
/** This editor takes what only the firm can write for written. */
const EDITOR = `${process.execPath} -e for(const/**/file/**/of/**/process.argv.slice(1))fs.writeFileSync(file,fs.readFileSync(file,'utf8').replace(/\\[([^[\\]]+)\\](?!\\()/g,'$1'))`

/** One area is enough for all questions. */
function adopted() {
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const root = join(folder, 'texts')
  writeTexts(root, FIRMS.rivas, [/^areas: .*/m, 'areas: [immigration, probate]'])
  return root
}

/** @param keysFor keys at a question; an empty text accepts what is offered */
async function reviewed(folder: string, keysFor: (question: string, count: number) => string) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let [shown, count] = ['', 0]
  let isNew = false
  output.on('data', (data: Buffer) => {
    shown += data.toString()
    // A prompt hides the cursor, and draws itself again at each key.
    if (data.toString().includes('\u001B[?25l')) isNew = true
    const [, question] = /◆ {2}(.+)/.exec(data.toString()) ?? []
    if (!question || !isNew) return
    isNew = false
    // The prompt listens to keys once it is drawn.
    setImmediate(() => input.write(keysFor(question, ++count)))
  })
  const circumstances = { folder, shown: 'content', settings: TRIAL, program: PROGRAM, terminal: { input, output } }
  const error = await review({ ...circumstances, editor: EDITOR }).catch((thrown: unknown) => String(thrown))
  // Lines of tables break sentences.
  return { shown: shown.replace(/[│\s]+/g, ' '), count, error }
}

const textOf = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (root: string) => readContent(root).files.map(({ file }) => file)
const readToday = (root: string) =>
  filesOf(root).filter((file) => textOf(root, file).includes(`\nreviewed: ${officeDay(new Date())}\n`))
const openDecisions = (root: string) => textOf(root, 'decisions.md').match(/^- \[ \].*/gm) ?? []

it('shows every text with what may not be true in it; when all is said to be right, the site can go online', async () => {
  const root = adopted()
  const { shown, count } = await reviewed(root, () => ENTER)
  const all = filesOf(root).length / LANGUAGES.length
  expect(shown).toContain(`0 of ${all} texts are read.`)
  // Only the firm can write parts of three texts.
  expect(count).toBe(all + 2 + PROGRAM.parts.length)
  expect(shown).toContain('To change first: content/es/lawyers/')
  expect(shown).toContain('► Does a person answer even when one of you is ill? “')
  expect(shown).toContain('To decide with it: - Write who you are')
  expect(shown).toContain('All of content/ is read and decided.')
  expect(readToday(root)).toEqual(filesOf(root))
  expect(openDecisions(root)).toEqual([])
  const settings = { ...TRIAL, goesOnline: true }
  expect(reportOn(readContent(root), { settings, now: new Date(), programDigest: 'abc' }).faults).toEqual([])
})

it('can be stopped, goes on where it stopped, and leaves what is put off', async () => {
  const root = adopted()
  const { error } = await reviewed(root, (_question, count) => (count === 3 ? STOP : ENTER))
  expect(error).toContain('What you said is kept')
  expect(readToday(root)).toEqual(['firm.md', 'notices.md', 'es/firm.md', 'es/notices.md'])
  expect(openDecisions(root).join()).not.toContain('Read each notice')
  expect(openDecisions(root).join()).toContain('Is the firm small?')
  const keys = [DOWN + DOWN + ENTER, ENTER, STOP]
  const { shown } = await reviewed(root, (_question, count) => keys[count - 1] ?? '')
  expect(shown).toMatch(/ 2 of \d+ texts are read\..* 2 of \d+ texts are read\..* 3 of \d+ texts are read\./)
  const [putOff = '', next = ''] = filesOf(root).filter((file) => file.startsWith('practice-areas/'))
  expect(readToday(root)).toContain(next)
  expect(readToday(root)).not.toContain(putOff)
})

it('shows of the texts that were read those that changed since, and what changed; and decisions that are left', async () => {
  const root = adopted()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  const commit = (day: string) => {
    git('add', '-A')
    const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', '-c', 'commit.gpgsign=false']
    git(...who, 'commit', '-q', '-m', 'Change', `--date=${day}T12:00:00Z`)
  }
  // After a year they would be read again.
  const daysAgo = (days: number) => officeDay(new Date(Date.now() - days * DAY_MS))
  const read = daysAgo(20)
  for (const file of filesOf(root))
    writeFileSync(
      join(root, file),
      textOf(root, file)
        .replace('---\n', `---\nreviewed: ${read}\n`)
        .replace(/^version: .*/m, `version: ${read}`),
    )
  git('init', '-q')
  commit(read)
  appendFileSync(join(root, 'pages/about.md'), '\nWe have a parrot.\n')
  commit(daysAgo(12))
  const open = openDecisions(root).length
  const { shown, count } = await reviewed(root, () => ENTER)
  expect(shown).toContain('Changed in pages/about.md since it was read: + We have a parrot. ')
  expect(readToday(root)).toEqual(['pages/about.md', 'es/pages/about.md'])
  expect([count, openDecisions(root)]).toEqual([expect.any(Number), []])
  expect(count).toBeGreaterThan(1 + PROGRAM.parts.length)
  expect(count).toBeLessThan(1 + PROGRAM.parts.length + open)
})
