/** The desk's pages of inquiries, for somebody who is signed in: what they show, without the frame around. */
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeEach } from 'vitest'
import { MINUTE_MS } from '../../../src/duration.ts'
import { openDesk } from '../../test-desk.ts'
import { addStaff, type Fields, openSession, type Page, tokenOf } from '../browser.ts'

/** Members of the staff. */
export const OWNER = { id: '0WNER001', name: 'Olga Owner', owner: true, lawyer: false }
export const CLERK: typeof OWNER = { id: 'C1ERK001', name: 'Carl Clerk', owner: false, lawyer: true }

export type DeskClient = Awaited<ReturnType<typeof openDeskClient>>

/** The desk of the present test. */
export let desk: DeskClient
/** For the top of a test file: each test has a desk of its own. */
export const useDeskClient = () =>
  beforeEach(async () => {
    desk = await openDeskClient()
  })

export async function openDeskClient() {
  const opened = await openDesk({ factor: 1000 })
  for (const { name, owner, ...one } of [OWNER, CLERK]) await addStaff(opened, name, owner, one)
  /** Each is in a session of its own, so that no test must mind how long one lasts. */
  const browserOf = ({ id }: typeof OWNER) => openSession(opened, id)
  const get = async (path: string, user = CLERK) => shown(await (await browserOf(user)).get(`/desk${path}`))
  const post = async (path: string, fields: Fields, user = CLERK) =>
    shown(await (await browserOf(user)).post(`/desk${path}`, fields))
  const open = (reference = '', user = CLERK) => get(`/inquiries/${reference}`, user)
  /** The fields that a form of a page sends, as they stand; `what` is the value of its field of that name. */
  function formOf({ root }: ShownPage, what: string): Record<string, string> {
    const form = root.querySelectorAll('form').find((one) => one.querySelector(`[name=what][value="${what}"]`))
    const controls = form?.querySelectorAll('input:not([name=csrf], [type=checkbox]), input[checked], textarea, select')
    const valueOf = (control: HTMLElement) =>
      control.getAttribute('value') ?? control.querySelector('[selected]')?.getAttribute('value') ?? ''
    return Object.fromEntries(controls?.map((one) => [one.getAttribute('name') ?? '', valueOf(one)]) ?? [])
  }
  /** Opens an inquiry's page and sends one of its forms. */
  async function change(reference: string, what: string, fields: Record<string, string>, user = CLERK) {
    const form = formOf(await open(reference, user), what)
    return post(`/inquiries/${reference}`, { ...form, ...fields }, user)
  }
  /** An owner opens the page that erases, types the reference, and erases what is ticked. */
  async function erase(reference: string) {
    const path = `/inquiries/${reference}/erase`
    const fields = fieldsOf(await get(path, OWNER), '/erase')
    return post(path, [...fields, ['confirm', reference], ['no-dispute', 'yes']], OWNER)
  }
  /** An inquiry, some time after what was before. */
  const later = (request: Record<string, unknown>) => {
    opened.advance(MINUTE_MS)
    return opened.inquire(request)
  }
  return { ...opened, get, post, open, formOf, change, erase, later }
}

/** A page as it came back. */
export type ShownPage = ReturnType<typeof shown>
function shown({ status, headers, location, html }: Page) {
  const root = parse(html).querySelector('main') ?? parse('')
  const title = root.querySelector('h1')
  title?.remove()
  return {
    status,
    headers,
    title: title?.text ?? '',
    /** Its content, without the title and the frame of the desk. */
    root,
    markup: root.innerHTML,
    text: root.text.replace(/\s+/g, ' '),
    /** Where a redirect leads, below `/desk`. */
    redirect: location?.replace(/^\/desk/, ''),
    /** The token of the page's forms. */
    csrf: tokenOf(html),
    body: html,
  }
}

/**
 * The hidden fields of a form, and what is ticked in it.
 * @param action what its address ends with
 */
export function fieldsOf(page: ShownPage, action: string): [string, string][] {
  const inputs = page.root
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
