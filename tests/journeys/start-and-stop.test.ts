/** Starting and stopping: what a person reads when it cannot start, and what happens to requests in flight when it ends. */
import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { createKeys } from '../../src/keys/key-set.ts'
import { typeInProcess } from '../commands/in-process.ts'
import { copyProject } from '../project-copy.ts'
import { writeDamaged } from '../store/damaged-file.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import {
  failToStart,
  folder,
  isOpen,
  listen,
  removedWithTest,
  type RunningServer,
  startServer,
  useFolder,
} from './server.ts'

/** Root writes anywhere unless it drops that capability; Windows has no read-only folder to try. */
const WITHOUT_PRIVILEGES = 'setpriv --bounding-set=-all --inh-caps=-all'
const isRoot = process.getuid?.() === 0
const canBeReadOnly =
  process.platform !== 'win32' && (!isRoot || spawnSync('sh', ['-c', `${WITHOUT_PRIVILEGES} true`]).status === 0)

useFolder()

function expectSentence({ code, stderr }: { code: number | null; stderr: string }, words: string) {
  expect(stderr).toContain(words)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

it('it does not start, and says why, when nothing is built, the port is taken, or the database is damaged from its first page on', async () => {
  const project = removedWithTest(copyProject())
  expectSentence(await failToStart({ DATA_DIR: folder }, { cwd: project }), 'Nothing is built here yet. ')
  const other = createServer()
  const port = await listen(other)
  const taken = await failToStart({ PORT: String(port), DATA_DIR: folder })
  expectSentence(taken, `Port ${port} is taken by another program. Stop it, or set PORT`)
  other.close()
  await writeDamaged(join(folder, DATABASE_FILE), 'the first page')
  expectSentence(await failToStart({ DATA_DIR: folder }), `The database in ${folder} is damaged`)
})

it.skipIf(!canBeReadOnly)('it does not start, and says why, when the data folder is read-only', async () => {
  chmodSync(folder, 0o555)
  const ended = await failToStart({ DATA_DIR: folder }, isRoot ? { shell: `exec ${WITHOUT_PRIVILEGES} "$@"` } : {})
  expectSentence(ended, `The data folder ${folder} cannot be written`)
  chmodSync(folder, 0o755)
})

it('it does not start, and says why, when production has keys for trying out, or, with those that `npm run keys` prints, pages of another address', async () => {
  const development = JSON.stringify((await createKeys(true)).keys)
  const { stdout } = await typeInProcess(['keys'], {})
  const [, proper = ''] = /FRONT_DESK_KEYS='(.*)'/.exec(stdout) ?? []
  const { d } = JSON.parse(/FRONT_DESK_INBOX_PRIVATE_KEY='(.*)'/.exec(stdout)?.[1] ?? '') as Record<string, string>
  expect(proper).not.toContain(d)
  const startWith = (FRONT_DESK_KEYS: string) =>
    failToStart({ DATA_DIR: folder, SITE_URL: 'https://www.example.com', FRONT_DESK_KEYS })
  expectSentence(await startWith(development), 'FRONT_DESK_KEYS holds development keys')
  expectSentence(await startWith(proper), 'The pages were built for http://localhost:8888')
})

it('an old Node says in one sentence which one is needed', async () => {
  const code = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`
  const args = ['--import', `data:text/javascript,${code}`, 'src/commands/node-version.mjs']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expectSentence({ code: status, stderr }, 'needs Node 22.18 or later, and this is Node 20.20.2')
})

/** The inquiry under way must be accepted. @param pid a negative one is its group too, as from a terminal @returns the exit code */
async function endInFlight(
  server: RunningServer,
  signals: NodeJS.Signals[],
  pid = server.process.pid ?? 0,
): Promise<number | null> {
  const text = JSON.stringify(VALID_INQUIRY)
  const slow = request(`${server.base}/api/v1/inquiries`, {
    agent: false,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': text.length, Expect: '100-continue' },
  })
  slow.flushHeaders()
  // The server has begun with it.
  await once(slow, 'continue')
  slow.write(text.slice(0, 10))
  const closed = once(server.process, 'close') as Promise<[number | null]>
  for (const signal of signals) {
    process.kill(pid, signal)
    await expect.poll(() => isOpen(server)).toBe(false)
  }
  slow.end(text.slice(10))
  const [response] = (await once(slow, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(202)
  const { reference } = (await json(response)) as { reference: string }
  const [code] = await closed
  expect((await typeInProcess(['inquiries', 'export'], { DATA_DIR: folder })).stdout).toContain(reference)
  return code
}

it.each(['Promise.reject(fault)', 'process.nextTick(() => { throw fault })'])(
  'it stops with 1 and a line in the log that holds no message, after %s and the requests in flight',
  async (crash) => {
    const program = `process.on('SIGUSR2', function onSignal() { const fault = new TypeError(process.env.SECRET); ${crash} })`
    const preloaded = join(folder, 'crash.mjs')
    writeFileSync(preloaded, program)
    const env = { DATA_DIR: folder, NODE_OPTIONS: `--import=${preloaded}`, SECRET: 'Ana Example' }
    const server = await startServer(env)
    expect(await endInFlight(server, ['SIGUSR2'])).toBe(1)
    const line = /"event":"crash","error":"TypeError","frames":" +at process\.onSignal [^"]*crash\.mjs:1:/
    expect(server.output()).toMatch(line)
    expect(server.output()).not.toContain('Ana Example')
  },
)

it.skipIf(process.platform === 'win32').each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['closing the terminal', 'SIGHUP', -1],
] as const)('it stops under npm after the requests in flight: %s', async (_what, signal, sign) => {
  const server = await startServer({ DATA_DIR: folder }, { shell: 'exec setsid npm run serve' })
  await endInFlight(server, [signal], sign * (server.process.pid ?? 0))
})

it('it stops after the requests in flight on SIGINT that npm passes on, after the terminal', async () => {
  const server = await startServer({ DATA_DIR: folder, npm_command: 'run-script' })
  expect(await endInFlight(server, ['SIGINT', 'SIGINT'])).toBe(0)
})
