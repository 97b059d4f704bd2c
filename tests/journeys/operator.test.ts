/** Running it: the commands, the desk from the first start on, and production behind a reverse proxy. */
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { listOpenRecords } from '../../src/mail/outbox.ts'
import { createKeys } from '../../src/keys/key-set.ts'
import { keyOf, createRecord, readValue } from '../../src/store/record.ts'
import { RECORDS } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { typeInProcess } from '../commands/in-process.ts'
import { copyBuild } from './build-at.ts'
import { inquire, signIn } from './requests.ts'
import { folder, keyIn, removeFolder, run, type RunningServer, startServer, useFolder } from './server.ts'

const SITE_URL = 'https://www.example.com'

useFolder()
let undo: (() => unknown)[]
beforeEach(() => {
  undo = []
  return async () => {
    for (const step of undo.reverse()) await step()
  }
})

it('each command of the operator starts as a program, and ends with its exit code', async () => {
  const server = await startServer({ DATA_DIR: folder })
  expect(server.output()).toMatch(/Can it store\? +yes; http:\/\/localhost:\d+\/api\/v1\/ready/)
  await server.end('SIGTERM')
  const says = {
    'inquiries export': 'reference',
    staff: 'Owner',
    'keys --help': 'Keys of',
    'move-store export': '"key":"',
  }
  const ran = Object.entries(says).map(async ([line, words]) => {
    const [command = '', ...args] = line.split(' ')
    const stdout: unknown = expect.stringContaining(words)
    expect(await run(command, args, { DATA_DIR: folder }), line).toMatchObject({ code: 0, stdout })
  })
  await Promise.all(ran)
  expect(await run('inquiries', ['list'], { DATA_DIR: folder })).toMatchObject({ code: 1, stdout: '' })
})

it('a new key of the inbox is used by a server that runs: what came before and after each step can be read', async () => {
  const server = await startServer({ DATA_DIR: folder })
  undo.push(() => server.end('SIGTERM'))
  const { cookie: Cookie } = await signIn(server.base, keyIn(server.output()))
  const good = async (line: string) => {
    const { code, stdout, stderr } = await typeInProcess(line.split(' '), { DATA_DIR: folder })
    expect(code, stderr).toBe(0)
    return stdout
  }
  const messages = new Map<string, string>()
  for (const line of ['keys rotate-inbox', 'inquiries reseal', 'keys drop-inbox', 'inquiries export']) {
    const message = `A question before ${line}.`
    messages.set(await inquire(server.base, { message }), message)
    await good(line)
    for (const [reference, sent] of messages) {
      const page = await fetch(`${server.base}/desk/inquiries/${reference}`, { headers: { Cookie } })
      expect(await page.text()).toContain(sent)
    }
  }
  const all = await good('inquiries export')
  for (const message of messages.values()) expect(all).toContain(message)
})

it('removes what ran out when it is time', async () => {
  const store = openSqliteStore(join(folder, DATABASE_FILE))
  undo.push(() => store.close())
  const key = keyOf(RECORDS.revokedToken, { token: 'long-ago' })
  await createRecord(store, key, { at: '2020-01-01T00:00:00.000Z' })
  // A second stands for an hour.
  const faster = 'const start = setInterval; globalThis.setInterval = (run, time) => start(run, time / 3600)'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(faster)}`
  const server = await startServer({ DATA_DIR: folder, NODE_OPTIONS })
  undo.push(() => server.end('SIGTERM'))
  await expect.poll(() => readValue(store, key)).toBeUndefined()
})

async function startProduction(env: Record<string, string> = {}): Promise<RunningServer> {
  const project = copyBuild(SITE_URL)
  undo.push(() => removeFolder(project))
  const FRONT_DESK_KEYS = JSON.stringify((await createKeys(false)).keys)
  const settings = { NODE_ENV: 'production', SITE_URL, FRONT_DESK_KEYS, DATA_DIR: folder, ...env }
  const server = await startServer(settings, { cwd: project })
  undo.push(() => server.end('SIGTERM'))
  return server
}

/** A proxy on this machine names the caller last in X-Forwarded-For. */
const remaining = async ({ base }: RunningServer, forwarded: string) => {
  const { headers } = await fetch(`${base}/api/v1/ready`, { headers: { 'X-Forwarded-For': forwarded } })
  return /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
}

it('production counts callers by the address that a trusted proxy gives, and believes no address that a caller sends', async () => {
  const server = await startProduction({ TRUSTED_PROXIES: '127.0.0.1' })
  expect(await remaining(server, '198.51.100.1')).toBe('599')
  expect(await remaining(server, '203.0.113.9, 198.51.100.1')).toBe('598')
  expect(await remaining(server, '127.0.0.1, 198.51.100.1')).toBe('597')
  expect(await remaining(server, '203.0.113.9')).toBe('599')
})

it('production names its public address at the start, and nothing of this machine or for trying out; without MAIL_URL queues nothing, and logs that; takes all callers of a proxy for one that is not in TRUSTED_PROXIES', async () => {
  const server = await startProduction()
  expect(server.output()).toMatch(/open at +https:\/\/www\.example\.com\n/)
  expect(server.output()).toContain(`${SITE_URL}/api/v1/ready`)
  expect(server.output()).not.toMatch(/localhost|demo|\/dev\/mail|DESK-/)
  expect(await remaining(server, '198.51.100.1')).toBe('599')
  expect(await remaining(server, '203.0.113.9')).toBe('598')
  await inquire(server.base)
  expect(server.output()).toContain('"event":"mail.off"')
  await server.end('SIGTERM')
  const store = openSqliteStore(join(folder, DATABASE_FILE))
  undo.push(() => store.close())
  expect(await listOpenRecords(store)).toEqual([])
})

const staff = (...args: string[]) => typeInProcess(['staff', ...args], { DATA_DIR: folder })

it('the desk of one machine is opened by the key that the first start prints, once, and by those that `npm run staff` makes', async () => {
  const first = await startServer({ DATA_DIR: folder })
  const key = keyIn(first.output())
  const owner = await signIn(first.base, key)
  expect(owner.status).toBe(303)
  const page = await (await fetch(`${first.base}/desk/staff`, { headers: { Cookie: owner.cookie } })).text()
  expect(page).toContain('Signed in as')
  const styles = await fetch(first.base + /rel="stylesheet" href="([^"]+)"/.exec(page)?.[1])
  expect(await styles.text()).toMatch(/--paper:[\s\S]*\.desk-header/)
  await first.end('SIGTERM')

  const added = await staff('add', 'Ana', 'Example')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('The key of Ana Example') })
  const second = await startServer({ DATA_DIR: folder })
  expect(keyIn(second.output())).toBe('')
  expect((await fetch(`${second.base}/desk/staff`, { headers: { Cookie: owner.cookie } })).status).toBe(200)
  expect((await signIn(second.base, keyIn(added.stdout))).status).toBe(303)
  const id = /([0-9A-Z]{8}) +Ana/.exec((await staff()).stdout)?.[1] ?? ''
  expect((await staff('revoke', id)).code).toBe(0)
  expect((await signIn(second.base, keyIn(added.stdout))).status).toBe(403)
  expect(second.output()).not.toMatch(/DESK-|Ana Example/)
  await second.end('SIGTERM')
})
