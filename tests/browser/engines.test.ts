/** The ways through site and desk in the engines of other browsers, on plain http as after `npm start`. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { startOwnServer } from '../journeys/build-at.ts'
import { inquire } from '../journeys/requests.ts'
import { type Site, siteOf } from '../journeys/shared-server.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { linkOf } from '../test-agent.ts'
import { type Engine, ENGINES } from './engines.ts'

interface Visit extends Site {
  window: Engine
}

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
const press = (visit: Visit, words: string) =>
  pressAt(
    visit,
    `[...document.querySelectorAll('button, a, label')].find((part) => part.innerText.trim().startsWith(${JSON.stringify(words)}))`,
  )

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
    const body = { type: 'service_auth', login_hint: VALID_INQUIRY.email }
    const { claim } = (await (await fetch(visit.base + PATHS.identity, jsonRequest(body))).json()) as {
      claim: { user_code: string; verification_uri_complete: string }
    }
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

describe.each(ENGINES)('%s', (_engine, start) => {
  describe.skipIf(!start)('on plain http', () => {
    let visit: Visit
    beforeAll(async () => {
      const server = await startOwnServer()
      const window = await (start as NonNullable<typeof start>)()
      visit = { ...siteOf(server), window }
      return async () => {
        await window.close()
        await server.remove()
      }
    })

    it.each(Object.entries(WAYS))('%s', (_way, go) => go(visit))
  })
})
