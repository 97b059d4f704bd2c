/** The desk's pages of inquiries, for somebody who is signed in: what they show, without the frame around. */
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeEach } from 'vitest'
import { MINUTE_MS } from '../../../src/duration.ts'
import { openDesk } from '../../test-desk.ts'
import { addStaff, type Fields, openSession, type Page } from '../browser.ts'

export const OWNER = { id: '0WNER001', name: 'Olga Owner', owner: true, lawyer: false }
export const CLERK: typeof OWNER = { id: 'C1ERK001', name: 'Carl Clerk', owner: false, lawyer: true }

export type DeskClient = Awaited<ReturnType<typeof openDeskClient>>

export let desk: DeskClient
export const useDeskClient = () =>
  beforeEach(async () => {
    desk = await openDeskClient()
  })

export async function openDeskClient() {
  const opened = await openDesk({ factor: 1000 })
  for (const { name, owner, ...one } of [OWNER, CLERK]) await addStaff(opened, name, owner, one)
  /** Each request has a session of its own, so that no test must mind how long one lasts. */
  const browserOf = ({ id }: typeof OWNER) => openSession(opened, id)
  const get = async (path: string, user = CLERK) => shown(await (await browserOf(user)).get(`/desk${path}`))
  const post = async (path: string, fields: Fields, user = CLERK) =>
    shown(await (await browserOf(user)).post(`/desk${path}`, fields))
  const open = (reference = '', user = CLERK) => get(`/inquiries/${reference}`, user)
  /** @param what value of the form's field of that name */
  function formOf({ root }: ShownPage, what: string): Record<string, string> {
    const form = root.querySelectorAll('form').find((one) => one.querySelector(`[name=what][value="${what}"]`))
    const controls = form?.querySelectorAll('input:not([name=csrf], [type=checkbox]), input[checked], textarea, select')
    return Object.fromEntries(pairsOf(controls ?? []))
  }
  async function change(reference: string, what: string, fields: Record<string, string>, user = CLERK) {
    const form = formOf(await open(reference, user), what)
    // Without a list of clients, “No conflict” needs this tick.
    const ticked: Record<string, string> = what === 'conflict' ? { elsewhere: 'yes' } : {}
    return post(`/inquiries/${reference}`, { ...form, ...ticked, ...fields }, user)
  }
  async function erase(reference: string) {
    const path = `/inquiries/${reference}/erase`
    const fields = fieldsOf(await get(path, OWNER), '/erase')
    return post(path, [...fields, ['confirm', reference], ['no-dispute', 'yes']], OWNER)
  }
  const later = (request: Record<string, unknown>) => {
    opened.advance(MINUTE_MS)
    return opened.inquire(request)
  }
  return { ...opened, get, post, open, formOf, change, erase, later }
}

export type ShownPage = ReturnType<typeof shown>
function shown({ status, headers, location, html }: Page) {
  const root = parse(html).querySelector('main') ?? parse('')
  const title = root.querySelector('h1')
  title?.remove()
  return {
    status,
    headers,
    title: title?.text ?? '',
    /** The title and the frame of the desk are left out. */
    root,
    markup: root.innerHTML,
    text: root.text.replace(/\s+/g, ' '),
    /** The address is the part below `/desk`. */
    redirect: location?.replace(/^\/desk/, ''),
    body: html,
  }
}

/** Hidden and ticked fields. @param action end of the form's address */
export function fieldsOf(page: ShownPage, action: string): [string, string][] {
  const inputs = page.root
    .querySelectorAll(`form[action$="${action}"] input`)
    .filter((input) => input.getAttribute('name') !== 'csrf')
    .filter((input) => input.getAttribute('type') === 'hidden' || input.hasAttribute('checked'))
  return pairsOf(inputs)
}

export const pairsOf = (controls: readonly HTMLElement[]) =>
  controls.map((control): [string, string] => {
    const value = control.getAttribute('value') ?? control.querySelector('[selected]')?.getAttribute('value')
    return [control.getAttribute('name') ?? '', value ?? '']
  })

const partsIn = (markup: string, selector: string) => parse(markup).querySelectorAll(selector)

export const rowsOf = (markup: string) =>
  partsIn(markup, 'tbody tr').map((row) => (row.querySelector('th .reference') ?? row.querySelector('th a'))?.text)

export const textsIn = (markup: string, selector: string) =>
  partsIn(markup, selector).map(({ text }) => text.replace(/\s+/g, ' ').trim())

export const valuesIn = (markup: string, selector: string, attribute = 'value') =>
  partsIn(markup, selector).map((part) => part.getAttribute(attribute) ?? '')
