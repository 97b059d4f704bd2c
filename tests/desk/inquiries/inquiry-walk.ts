/**
 * The desk's pages of inquiries, for somebody who is signed in: what they show, without the frame around.
 */
import { parse } from 'node-html-parser'
import { GOOD, jsonRequest, openDesk, type TestDesk } from '../../world.ts'
import { openSession, type Page, tokenOf } from '../browser.ts'

/** Somebody who works here. */
interface Colleague {
  id: string
  name: string
  owner: boolean
}
export const OWNER: Colleague = { id: '0WNER001', name: 'Olga Owner', owner: true }
export const CLERK: Colleague = { id: 'C1ERK001', name: 'Carl Clerk', owner: false }

/** A page as it came back. */
export interface Shown {
  status: number
  title: string
  /** The HTML of its content, without the frame of the desk. */
  markup: string
  /** What a reader sees of that. */
  text: string
  /** Where a redirect leads, below `/desk`. */
  redirect: string | undefined
  /** The token of the page's forms. */
  csrf: string
  /** What came, where it is no page. */
  file: string
  headers: Headers
}

export interface Walk extends TestDesk {
  get(path: string, who?: Colleague): Promise<Shown>
  post(path: string, fields: Record<string, string> | [string, string][], who?: Colleague): Promise<Shown>
  /** Sends an inquiry as a program does; yields its reference. */
  inquire(request?: Record<string, unknown>): Promise<string>
  /** An owner opens the page that erases, types the reference, and erases what is ticked. */
  erase(reference: string): Promise<Shown>
  /** The fields that a form of a page sends, as they stand; `what` is the value of its field of that name. */
  formOf(page: Shown, what: string): Record<string, string>
  /** Opens an inquiry's page and sends one of its forms. */
  change(reference: string, what: string, fields: Record<string, string>, who?: Colleague): Promise<Shown>
}

export async function walk(): Promise<Walk> {
  const desk = await openDesk({ factor: 1000 })
  const at = desk.service.clock.now().toISOString()
  for (const { id, name, owner } of [OWNER, CLERK]) {
    // Nobody signs in with a key here: hashing one is slow on purpose.
    desk.store.facts.set(`staff/${id}/member`, JSON.stringify({ id, name, owner, at, key: { salt: '', hash: '' } }))
  }
  /** Each in a session of its own, so that no test must mind how long one lasts. */
  const browserOf = ({ id }: Colleague) => openSession(desk, id)

  const player: Walk = {
    ...desk,
    get: async (path, who = CLERK) => shown(await (await browserOf(who)).get(`/desk${path}`)),
    post: async (path, fields, who = CLERK) => shown(await (await browserOf(who)).post(`/desk${path}`, fields)),
    async inquire(request = {}) {
      const sent = await desk.send('inquiries', '/api/v1/inquiries', jsonRequest({ ...GOOD, ...request }))
      return ((await sent.json()) as { reference: string }).reference
    },
    formOf(page, what) {
      const form = parse(page.markup)
        .querySelectorAll('form')
        .find((candidate) => candidate.querySelector('[name=what]')?.getAttribute('value') === what)
      const controls = form?.querySelectorAll('input:not([name=csrf]), textarea, select') ?? []
      return Object.fromEntries(
        controls.map((control) => [
          control.getAttribute('name') ?? '',
          control.getAttribute('value') ?? control.querySelector('[selected]')?.getAttribute('value') ?? '',
        ]),
      )
    },
    async erase(reference) {
      const page = await player.get(`/inquiries/${reference}/erase`, OWNER)
      return player.post(`/inquiries/${reference}/erase`, [...fieldsOf(page, '/erase'), ['confirm', reference]], OWNER)
    },
    async change(reference, what, fields, who = CLERK) {
      const form = player.formOf(await player.get(`/inquiries/${reference}`, who), what)
      return player.post(`/inquiries/${reference}`, { ...form, ...fields }, who)
    },
  }
  return player
}

function shown({ status, headers, location, html }: Page): Shown {
  const root = parse(html)
  const main = root.querySelector('main')
  const title = main?.querySelector('h1')
  title?.remove()
  return {
    status,
    headers,
    title: title?.text ?? '',
    markup: main?.innerHTML ?? '',
    text: main?.text.replace(/\s+/g, ' ') ?? '',
    redirect: location?.replace(/^\/desk/, ''),
    csrf: tokenOf(html),
    file: main ? '' : html,
  }
}

/**
 * The hidden fields of a form, and what is ticked in it.
 * @param action what its address ends with
 */
export function fieldsOf(page: Shown, action: string): [string, string][] {
  const inputs = parse(page.markup)
    .querySelectorAll(`form[action$="${action}"] input`)
    .filter((input) => input.getAttribute('name') !== 'csrf')
    .filter((input) => input.getAttribute('type') === 'hidden' || input.hasAttribute('checked'))
  return inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
}

/** The references of the inquiries that a page lists. */
export const rowsOf = (markup: string) =>
  parse(markup)
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelector('th')?.text)
