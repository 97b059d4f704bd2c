/** The ways through site and desk in Firefox and WebKit by WebDriver, where the machine has them; Playwright drives only builds of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { vi, beforeAll, describe, expect, it } from 'vitest'
import { removeFolder, startOnFreePort, temporaryFolder } from '../journeys/server.ts'
import { HUNG } from '../vitest.config.ts'
import { isDeepStrictEqual } from 'node:util'
import { PATHS } from '../../src/site.ts'
import { startOwnServer } from '../journeys/build-at.ts'
import { askJson, inquire } from '../journeys/requests.ts'
import { type Site, siteOf } from '../journeys/shared-server.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { type Claimable, linkOf } from '../test-agent.ts'

interface Engine {
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
const ENGINES: (readonly [name: string, start: (() => Promise<Engine>) | undefined])[] = [
  firefox ? ['Firefox', () => startFirefox(firefox)] : ['Firefox: firefox-esr is not installed', undefined],
  miniBrowser && hasWebKit
    ? ['WebKit', () => startWebKit(miniBrowser)]
    : ['WebKit: webkit2gtk-driver and xvfb are not installed', undefined],
]
for (const [name, start] of ENGINES) if (!start) console.warn(`${name}, so its tests are skipped.`)

type Visit = Site & { window: Engine }

const see = ({ window }: Visit, text: string | RegExp) =>
  expect.poll(() => window.read('document.body.innerText').catch(String)).toMatch(text)

/** The place of what can be pressed; nothing else may lie above it. */
const placeOf = (find: string) => `(() => {
  const found = ${find}
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found?.getBoundingClientRect() ?? {}
  const [x, y] = [Math.round(left + Math.min(width, 40) / 2), Math.round(top + height / 2)]
  return found && document.readyState === 'complete' && (found.contains(document.elementFromPoint(x, y)) ? { x, y } : null)
})()`

async function pressAt({ window }: Visit, find: string): Promise<void> {
  let place: unknown
  // A page that is still loading moves.
  const standsStill = async () => {
    const former = place
    place = await window.read(placeOf(find)).catch(() => null)
    return Boolean(place) && isDeepStrictEqual(place, former)
  }
  await expect.poll(standsStill, { message: find }).toBe(true)
  const [pointerDown, pointerUp] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
  const actions = [{ type: 'pointerMove', ...(place as object) }, pointerDown, pointerUp]
  await window.act([{ type: 'pointer', id: 'mouse', actions }])
}

/** @param words the beginning of a button, a link or a label */
const press = (visit: Visit, words: string) => {
  const isMeant = `(part) => part.innerText.trim().startsWith(${JSON.stringify(words)})`
  return pressAt(visit, `[...document.querySelectorAll('button, a, label')].find(${isMeant})`)
}

async function type(visit: Visit, field: string, text: string): Promise<void> {
  await pressAt(visit, `document.querySelector(${JSON.stringify(field)})`)
  const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((kind) => ({ type: kind, value })))
  await visit.window.act([{ type: 'key', id: 'keyboard', actions }])
}

/** They follow each other in one window. */
const WAYS: Record<string, (visit: Visit) => Promise<void>> = {
  async 'form and thanks'(visit) {
    await visit.window.open(`${visit.base}/contact/`)
    for (const [field, value] of Object.entries(VALID_INQUIRY)) await type(visit, `#${field}`, value)
    await press(visit, 'I have read this')
    await press(visit, 'Send to the firm')
    await see(visit, `We will reply to ${VALID_INQUIRY.email}.`)
  },
  async 'confirming an agent'(visit) {
    const body = jsonRequest({ type: 'service_auth', login_hint: VALID_INQUIRY.email })
    const { claim } = await askJson<Claimable>(visit.base + PATHS.identity, body)
    const newestLink = async () => linkOf(await (await fetch(visit.base + visit.mailPath)).text())
    const former = await newestLink()
    await visit.window.open(claim.verification_uri_complete)
    await type(visit, '#code', claim.user_code)
    await press(visit, 'Continue')
    await pressAt(visit, `document.querySelector('button[value=send]')`)
    await expect.poll(newestLink).not.toBe(former)
    await visit.window.open(`${visit.base}${PATHS.claimConfirm}?link=${await newestLink()}`)
    await pressAt(visit, `document.querySelector('button[value=confirmed]')`)
    await see(visit, /[A-Z]{4}-[A-Z]{4}/)
  },
  async 'signing in'(visit) {
    await visit.window.open(visit.base + PATHS.desk)
    await type(visit, '#key', visit.ownerKey)
    await press(visit, 'Sign in')
    await see(visit, 'Sign out')
  },
  async 'one reply'(visit) {
    // A form that is filled in as fast as above may be spam, and is not on this page.
    await inquire(visit.base, { name: 'Rosa Muster' })
    await visit.window.open(visit.base + PATHS.desk)
    await press(visit, 'Rosa Muster')
    await type(visit, '.reply textarea', 'Please call us.')
    await press(visit, 'Send the reply')
    await see(visit, /Next:|No other inquiry/)
    await see(visit, 'Please call us.')
  },
  async 'signing out'(visit) {
    await press(visit, 'Sign out')
    await see(visit, 'Your key')
    await visit.window.open(`${visit.base}${PATHS.deskInquiries}`)
    await see(visit, 'Your key')
  },
}

for (const [name, start] of ENGINES)
  describe.skipIf(!start)(`${name} on plain http`, () => {
    let visit: Visit
    beforeAll(async () => {
      const server = await startOwnServer()
      const window = await start!()
      visit = { ...siteOf(server), window }
      return async () => {
        await window.close()
        await server.remove()
      }
    })

    it.each(Object.entries(WAYS))('%s', (_way, go) => go(visit))
  })
