/** Firefox and WebKit by WebDriver, where the machine has them. Playwright drives only builds of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { vi } from 'vitest'
import { removeFolder, startOnFreePort, temporaryFolder } from '../journeys/server.ts'
import { HUNG } from '../vitest.config.ts'

export interface Engine {
  open(url: string): Promise<unknown>
  /** @returns what the expression gives, which JSON can hold */
  read(expression: string): Promise<unknown>
  /** @param actions as in WebDriver, "Actions" */
  act(actions: object[]): Promise<unknown>
  close(): Promise<void>
}

const has = (program: string) => spawnSync(program, ['--help']).error === undefined

/** @returns what the pattern finds in what the program prints */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  for await (const chunk of child.stderr ?? []) {
    output += String(chunk)
    const [, found] = pattern.exec(output) ?? []
    if (found) return found
  }
  throw new Error(`The browser ended: ${output}`)
}

/** WebDriver BiDi, which the browser speaks itself. */
async function startFirefox(program: string): Promise<Engine> {
  const profile = temporaryFolder()
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(`${await printed(child, /BiDi listening on (\S+)\n/)}/session`)
  await once(socket, 'open')
  let last = 0
  const call = async (method: string, params: object = {}) => {
    const id = (last += 1)
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }]
      const answer = JSON.parse(data) as { id: number; result?: Record<string, never>; message?: string }
      if (answer.id === id && answer.result) return answer.result
      if (answer.id === id) throw new Error(answer.message)
    }
  }
  await call('session.new', { capabilities: {} })
  const { contexts } = (await call('browsingContext.getTree')) as unknown as { contexts: [{ context: string }] }
  const [{ context }] = contexts
  return {
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async read(expression) {
      const asked = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false }
      const { result } = (await call('script.evaluate', asked)) as { result?: { value?: string } }
      return JSON.parse(result?.value ?? 'null') as unknown
    },
    act: (actions) => call('input.performActions', { context, actions }),
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      removeFolder(profile)
    },
  }
}

/** The driver of WebKitGTK, whose browser needs a screen. */
const startWebKit = (binary: string): Promise<Engine> =>
  startOnFreePort(async (port) => {
    // A group of its own, so that the screen ends with it.
    const child = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { stdio: 'ignore', detached: true })
    const call = async (method: string, path: string, body?: object) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
      const { value } = (await answer.json()) as { value: unknown }
      if (!answer.ok) throw new Error(JSON.stringify(value))
      return value
    }
    await vi.waitFor(() => call('GET', '/status'), HUNG.expect.poll)
    const browser = { binary, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } }
    const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string }
    const session = `/session/${sessionId}`
    return {
      open: (url) => call('POST', `${session}/url`, { url }),
      read: (expression) => call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      act: (actions) => call('POST', `${session}/actions`, { actions }),
      async close() {
        await call('DELETE', session)
        const ended = once(child, 'exit')
        process.kill(-(child.pid ?? 0))
        await ended
      },
    }
  })

const firefox = ['firefox-esr', 'firefox'].find(has)
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
const hasWebKit = has('WebKitWebDriver') && has('xvfb-run')

/** What is missing is undefined, with the reason in its name. */
export const ENGINES: (readonly [name: string, start: (() => Promise<Engine>) | undefined])[] = [
  firefox ? ['Firefox', () => startFirefox(firefox)] : ['Firefox: firefox-esr is not installed', undefined],
  miniBrowser && hasWebKit
    ? ['WebKit', () => startWebKit(miniBrowser)]
    : ['WebKit: webkit2gtk-driver and xvfb are not installed', undefined],
]
for (const [name, start] of ENGINES) if (!start) console.warn(`${name}, so its tests are skipped.`)
