/** `npm run dev`: content, code and dynamic addresses as they are edited. Works on a copy of the project, so that it can edit it. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyProject } from '../project-copy.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { removeFolder, startOnFreePort, whenOpen } from './server.ts'

/** Milliseconds between two looks: drawing a page takes the server some time. */
const LOOK = { interval: 200 }
const PROBLEMS = 'src/problem.ts'
/** The code that gives a problem its words. */
const WITH_WORDS = '...words[code]'
const AREA = 'content/sample/practice-areas/animal-law.md'
const RIGHT = 'name: Animal law'
const WRONG = 'name: Animals: law'
/** `npm run check:content` prints the same fault. */
const FAULT = `${AREA}:3  cannot be read: Nested mappings are not allowed`
const project = copyProject()
let base: string

const text = async (path: string) => (await fetch(base + path)).text()
function save(file: string, from: string, to: string): void {
  const before = readFileSync(join(project, file), 'utf8')
  expect(before).toContain(from)
  writeFileSync(join(project, file), before.replace(from, to))
}
async function edit(file: string, from: string, to: string, path: string): Promise<void> {
  save(file, from, to)
  await expect.poll(() => text(path), LOOK).toContain(to)
}

beforeAll(async () => {
  // The server must start with a text that cannot be read.
  save(AREA, RIGHT, WRONG)
  const { NODE_ENV: _ofVitest, VITEST: _alsoOfVitest, ...env } = process.env
  const server = await startOnFreePort((port) =>
    whenOpen(
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/commands/dev.ts'], {
        cwd: project,
        env: { ...env, NO_COLOR: '1', PORT: String(port), DATA_DIR: join(project, '.data') },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
      // The address of the mailbox is printed before the server listens.
      /Local\s+http:\/\/localhost:(\d+)\//,
    ),
  )
  base = `http://localhost:${server.port}`
  return () => server.end('SIGTERM')
})
afterAll(() => removeFolder(project))

it('says of a text that has a fault, at the start or later, and of a file that it does not read, what is wrong instead of any page', async () => {
  for (const path of ['/', '/practice-areas/animal-law/', '/api/v1/firm']) {
    const response = await fetch(base + path)
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(FAULT)])
    expect(response.headers.get('refresh')).toBe('2')
  }
  const isShown = () => expect.poll(() => text('/practice-areas/animal-law/'), LOOK).toContain('<h1>Animal law</h1>')
  save(AREA, WRONG, RIGHT)
  await isShown()
  const stray = join(project, 'content/sample/pages/more.txt')
  save(AREA, RIGHT, WRONG)
  writeFileSync(stray, 'More.')
  expect(await text('/')).toContain(FAULT)
  expect(await text('/')).toContain('content/sample/pages/more.txt:1  is not read by the site')
  expect(await text('/')).not.toMatch(/node_modules|\.ts:|YAML/)
  save(AREA, WRONG, RIGHT)
  rmSync(stray)
  await isShown()
})

it('answers pages, documents and dynamic addresses', async () => {
  expect(await text('/faq/')).toContain('<h1')
  expect(JSON.parse(await text('/api/v1/health'))).toMatchObject({ status: 'ok' })
  expect(await text('/contact/')).toContain('name="ticket"')
  expect((await fetch(`${base}/api/v1/inquiries`, jsonRequest(VALID_INQUIRY))).status).toBe(202)
  expect((await fetch(`${base}/api/v1/nothing`)).headers.get('content-type')).toBe('application/problem+json')
  const unknown = await fetch(`${base}/thanks/nothing/`)
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<h1')])
})

// Vite keeps a module that is saved while it loads, about once in thirty times, until it is saved again: so this is tried twice.
it(
  'runs code as soon as it is saved, that of dynamic addresses too, no matter who asks first',
  { retry: 1 },
  async () => {
    const titles = ['There is nothing at this address', 'Nowhere to be found', 'Nothing here', 'No such place']
    writeFileSync(join(project, PROBLEMS), readFileSync(PROBLEMS))
    save(PROBLEMS, WITH_WORDS, `${WITH_WORDS}, title: '${titles[0]}'`)
    for (const [round, title] of titles.slice(1).entries()) {
      // A page drawn at the same time, of the same modules, must not take the new code for itself.
      let isShown = false
      const others = (async () => {
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- It changes while this waits.
        while (!isShown) await text('/problems/').catch(() => '')
      })()
      await edit(PROBLEMS, titles[round]!, title, '/api/v1/nothing').finally(() => (isShown = true))
      await others
      await expect.poll(() => text('/problems/'), LOOK).toContain(title)
    }
  },
)
