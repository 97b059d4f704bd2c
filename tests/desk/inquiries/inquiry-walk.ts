/**
 * The desk's pages of inquiries, called as the desk calls them, for somebody who is signed in.
 */
import { parse } from 'node-html-parser'
import type { SignedIn } from '../../../src/desk/page.ts'
import { findPage } from '../../../src/desk/routes.ts'
import { BASE, GOOD, jsonRequest, openDesk, type TestDesk } from '../../world.ts'

export const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS
export const OWNER: SignedIn = { id: '0WNER001', name: 'Olga Owner', owner: true, csrf: 'token-of-olga' }
export const CLERK: SignedIn = { id: 'C1ERK001', name: 'Carl Clerk', owner: false, csrf: 'token-of-carl' }

/** A page as it came back. */
export interface Shown {
  status: number
  title: string
  /** The HTML as it was sent. */
  markup: string
  /** What a reader sees of it. */
  text: string
  /** Where a redirect leads, below `/desk`. */
  redirect: string | undefined
  response: Response | undefined
}

export interface Walk extends TestDesk {
  get(path: string, who?: SignedIn): Promise<Shown>
  post(path: string, fields: Record<string, string> | [string, string][], who?: SignedIn): Promise<Shown>
  /** Sends an inquiry as a program does; yields its reference. */
  inquire(request?: Record<string, unknown>): Promise<string>
  /** An owner opens the page that erases, types the reference, and erases what is ticked. */
  erase(reference: string): Promise<Shown>
  /** The fields that a form of a page sends, as they stand; `what` is the value of its field of that name. */
  formOf(page: Shown, what: string): Record<string, string>
  /** Opens an inquiry's page and sends one of its forms. */
  change(reference: string, what: string, fields: Record<string, string>, who?: SignedIn): Promise<Shown>
}

export async function walk(): Promise<Walk> {
  const desk = await openDesk({ factor: 1000 })
  for (const { id, name, owner } of [OWNER, CLERK]) {
    // Nobody signs in here, so they have no key: hashing one is slow on purpose.
    const member = { id, name, owner, at: '2026-11-01T09:00:00.000Z', key: { salt: '', hash: '' } }
    desk.store.facts.set(`staff/${id}/member`, JSON.stringify(member))
  }

  async function call(
    method: 'GET' | 'POST',
    path: string,
    who: SignedIn,
    fields: Record<string, string> | [string, string][] = {},
  ): Promise<Shown> {
    const url = new URL(`/desk${path}`, BASE)
    const below = url.pathname.slice('/desk'.length)
    const found = findPage(below)
    const page = found?.row[method]
    if (!found || !page) throw new Error(`no page answers ${method} ${path}`)
    const answer = await page({
      service: desk.service,
      member: who,
      session: '',
      url,
      path: below,
      params: found.params,
      form: new URLSearchParams(fields),
    })
    const nothing = { title: '', markup: '', text: '', redirect: undefined, response: undefined }
    if (answer instanceof Response) return { ...nothing, status: answer.status, response: answer }
    if ('redirect' in answer) return { ...nothing, status: 303, redirect: answer.redirect.replace(/^\/desk/, '') }
    const markup = (await answer.content).toString()
    return {
      ...nothing,
      status: answer.status ?? 200,
      title: answer.title,
      markup,
      text: parse(markup).text.replace(/\s+/g, ' '),
    }
  }

  const player: Walk = {
    ...desk,
    get: (path, who = CLERK) => call('GET', path, who),
    post: (path, fields, who = CLERK) => call('POST', path, who, fields),
    async inquire(request = {}) {
      const sent = await desk.send('inquiries', '/api/v1/inquiries', jsonRequest({ ...GOOD, ...request }))
      return ((await sent.json()) as { reference: string }).reference
    },
    formOf(page, what) {
      const form = parse(page.markup)
        .querySelectorAll('form')
        .find((candidate) => candidate.querySelector('[name=what]')?.getAttribute('value') === what)
      const controls = form?.querySelectorAll('input, textarea, select') ?? []
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

/**
 * The hidden fields of a form, and what is ticked in it.
 * @param action what its address ends with
 */
export function fieldsOf(page: Shown, action: string): [string, string][] {
  const inputs = parse(page.markup)
    .querySelectorAll(`form[action$="${action}"] input`)
    .filter((input) => input.getAttribute('type') === 'hidden' || input.hasAttribute('checked'))
  return inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
}

/** The references of the inquiries that a page lists. */
export const rowsOf = (markup: string) =>
  parse(markup)
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelector('th')?.text)
