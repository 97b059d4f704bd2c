/** The desk's pages of inquiries, for somebody who is signed in: what they show, without the frame around. */
import { parse } from 'node-html-parser'
import { beforeEach } from 'vitest'
import { openDesk, type TestDesk } from '../../test-desk.ts'
import { addStaff, openSession, type Page, tokenOf } from '../browser.ts'

/** Somebody who works here. */
interface Colleague {
  id: string
  name: string
  owner: boolean
  lawyer: boolean
}
export const OWNER: Colleague = { id: '0WNER001', name: 'Olga Owner', owner: true, lawyer: false }
export const CLERK: Colleague = { id: 'C1ERK001', name: 'Carl Clerk', owner: false, lawyer: true }

/** A page as it came back. */
export interface ShownPage {
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
  /** What came, whole. */
  body: string
  headers: Headers
}

export interface DeskClient extends TestDesk {
  get(path: string, user?: Colleague): Promise<ShownPage>
  post(path: string, fields: Record<string, string> | [string, string][], user?: Colleague): Promise<ShownPage>
  /** An owner opens the page that erases, types the reference, and erases what is ticked. */
  erase(reference: string): Promise<ShownPage>
  /** The fields that a form of a page sends, as they stand; `what` is the value of its field of that name. */
  formOf(page: ShownPage, what: string): Record<string, string>
  /** Opens an inquiry's page and sends one of its forms. */
  change(reference: string, what: string, fields: Record<string, string>, user?: Colleague): Promise<ShownPage>
}

/** The desk of the present test. */
export let desk: DeskClient
/** For the top of a test file: each test has a desk of its own. */
export const useDeskClient = () =>
  beforeEach(async () => {
    desk = await openDeskClient()
  })

export async function openDeskClient(): Promise<DeskClient> {
  const opened = await openDesk({ factor: 1000 })
  for (const { name, owner, ...one } of [OWNER, CLERK]) await addStaff(opened, name, owner, one)
  /** Each in a session of its own, so that no test must mind how long one lasts. */
  const browserOf = ({ id }: Colleague) => openSession(opened, id)

  const client: DeskClient = {
    ...opened,
    get: async (path, user = CLERK) => shown(await (await browserOf(user)).get(`/desk${path}`)),
    post: async (path, fields, user = CLERK) => shown(await (await browserOf(user)).post(`/desk${path}`, fields)),
    formOf(page, what) {
      const form = parse(page.markup)
        .querySelectorAll('form')
        .find((candidate) => candidate.querySelector('[name=what]')?.getAttribute('value') === what)
      const controls =
        form?.querySelectorAll('input:not([name=csrf], [type=checkbox]), input[checked], textarea, select') ?? []
      return Object.fromEntries(
        controls.map((control) => [
          control.getAttribute('name') ?? '',
          control.getAttribute('value') ?? control.querySelector('[selected]')?.getAttribute('value') ?? '',
        ]),
      )
    },
    async erase(reference) {
      const page = await client.get(`/inquiries/${reference}/erase`, OWNER)
      return client.post(
        `/inquiries/${reference}/erase`,
        [...fieldsOf(page, '/erase'), ['confirm', reference], ['no-dispute', 'yes']],
        OWNER,
      )
    },
    async change(reference, what, fields, user = CLERK) {
      const form = client.formOf(await client.get(`/inquiries/${reference}`, user), what)
      return client.post(`/inquiries/${reference}`, { ...form, ...fields }, user)
    },
  }
  return client
}

function shown({ status, headers, location, html }: Page): ShownPage {
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
    body: html,
  }
}

/**
 * The hidden fields of a form, and what is ticked in it.
 * @param action what its address ends with
 */
export function fieldsOf(page: ShownPage, action: string): [string, string][] {
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
    .map((row) => (row.querySelector('th .reference') ?? row.querySelector('th a'))?.text)

/** What the parts of a page say, each in one line. */
export const textsIn = (markup: string, selector: string) =>
  parse(markup)
    .querySelectorAll(selector)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())

/** An attribute of the parts of a page. */
export const valuesIn = (markup: string, selector: string, attribute = 'value') =>
  parse(markup)
    .querySelectorAll(selector)
    .map((part) => part.getAttribute(attribute) ?? '')
