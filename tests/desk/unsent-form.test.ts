/**
 * What a member wrote while their session ended: it is put back into its form, and never carried out by itself.
 */
import { parse } from 'node-html-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_NOTE_LENGTH } from '../../src/inquiries/change.ts'
import { readAudit } from '../../src/staff/audit.ts'
import { SAME_ORIGIN } from '../test-agent.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'
import { signIn, openSignedInBrowser, type Page } from './browser.ts'

const NOTE = 'Told them "no" & <b>why</b>.\n\nWill call back. \u{1f98a}'

let desk: TestDesk
let ana: Awaited<ReturnType<typeof openSignedInBrowser>>
let path: string
beforeEach(async () => {
  desk = await openDesk()
  ana = await openSignedInBrowser(desk, 'Ana', false)
  path = `/desk/inquiries/${await desk.inquire()}`
})

/** The hidden fields of the form of a page whose field `what` has a value, or of its only other form. */
const hidden = ({ html }: Pick<Page, 'html'>, what?: string): Record<string, string> => {
  const forms = parse(html).querySelectorAll('main form')
  const form =
    what === undefined
      ? forms[0]
      : forms.find((one) => one.querySelector('[name=what]')?.getAttribute('value') === what)
  return Object.fromEntries(
    (form?.querySelectorAll('input[type=hidden]') ?? []).map((field) => [
      field.getAttribute('name') ?? '',
      field.getAttribute('value') ?? '',
    ]),
  )
}
const noteIn = ({ html }: Pick<Page, 'html'>) => parse(html).querySelector('#note')?.text.replace(/^\n/, '')
const changes = () => [...desk.store.facts.keys()].filter((key) => key.startsWith('cases/')).length

describe('a note that was sent after the session ended', () => {
  let asked: Page
  beforeEach(async () => {
    const fields = hidden(await ana.get(path), 'note')
    desk.advance(31 * 60_000)
    asked = await ana.post(path, { ...fields, note: NOTE.replaceAll('\n', '\r\n') })
  })

  it('asks to sign in and says that it is not stored yet', async () => {
    expect([asked.status, asked.text]).toEqual([
      403,
      expect.stringContaining('because nothing was done for 30 minutes. What you sent is not stored yet.'),
    ])
    expect(asked.html).not.toContain('<b>')
    const { to, kept = '' } = hidden(asked)
    expect(to).toBe(path)
    expect(JSON.parse(kept)).not.toContainEqual(['csrf', expect.anything()])
    expect(changes()).toBe(0)
  })

  it('is in its form again after signing in, a wrong key in between, and is stored when it is sent once more', async () => {
    const refused = await signIn(ana, 'DESK-wrong', hidden(asked))
    expect(hidden(refused)).toEqual(hidden(asked))
    const back = await signIn(ana, ana.key, hidden(refused))
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('Nothing was stored or done yet')])
    expect(noteIn(back)).toBe(NOTE)
    expect(changes()).toBe(0)
    const stored = await ana.submit(path, { ...hidden(back, 'note'), note: noteIn(back) ?? '' })
    expect(stored.text).toContain('Will call back.')
    expect(changes()).toBe(2)
  })

  it('says so when another member changed the inquiry meanwhile', async () => {
    const bob = await openSignedInBrowser(desk, 'Bob', false)
    await bob.post(path, { ...hidden(await bob.get(path), 'status'), status: 'contacted' })
    expect((await signIn(ana, ana.key, hidden(asked))).text).toContain('Someone changed this inquiry meanwhile')
  })
})

it('the longest note comes back whole, and one that is too long as well, to be cut', async () => {
  for (const length of [MAX_NOTE_LENGTH, 2 * MAX_NOTE_LENGTH]) {
    const note = '\u{1f98a}'.repeat(length)
    const fields = hidden(await ana.get(path), 'note')
    desk.advance(31 * 60_000)
    const asked = await ana.post(path, { ...fields, note })
    expect(noteIn(await signIn(ana, ana.key, hidden(asked)))).toBe(note)
  }
})

it('what is longer than any form says so, in its own words', async () => {
  const { status, text } = await ana.post(path, { note: 'x'.repeat(200_000) })
  expect([status, text]).toEqual([413, expect.stringContaining('much longer than the desk can store')])
  expect(text).not.toContain('message of an inquiry')
})

describe('a form of an earlier session', () => {
  it('is drawn again with its text and a new token, and carried out only when it is sent again', async () => {
    const fields = hidden(await ana.get(path), 'note')
    await signIn(ana, ana.key)
    const headers = { Cookie: ana.cookie, ...SAME_ORIGIN }
    const body = new URLSearchParams({ ...fields, note: NOTE }).toString()
    const sent = await desk.send('desk', path, { method: 'POST', headers, body })
    const html = await sent.text()
    const again = { html, text: parse(html).text }
    expect([sent.status, again.text]).toEqual([
      403,
      expect.stringContaining('you signed in again after this form was opened'),
    ])
    expect(again.text).not.toContain('another site')
    expect(noteIn(again)).toBe(NOTE)
    expect(hidden(again, 'note').csrf).not.toBe(fields.csrf)
    expect(changes()).toBe(0)
    expect((await ana.post(path, { ...hidden(again, 'note'), note: NOTE })).status).toBe(303)
    expect(changes()).toBe(2)
  })
})

describe('signing in with something kept', () => {
  it('leaves a trace of an inquiry that it opens, and none of one that does not exist', async () => {
    const opened = async () =>
      (await readAudit(desk.service, '2026-11')).entries.filter(({ action }) => action === 'inquiry.opened')
    const [{ receivedAt: received } = { receivedAt: '' }] = await desk.inquiries()
    const kept = JSON.stringify(Object.entries({ what: 'note', note: NOTE, received }))
    expect((await signIn(ana, ana.key, { to: '/desk/inquiries/K7QM-2F9D', kept })).status).toBe(404)
    expect(await opened()).toEqual([])
    const { text } = await signIn(ana, ana.key, { to: path, kept })
    expect(text).toContain('Nothing was stored or done yet')
    expect(await opened()).toMatchObject([{ by: ana.id, subject: path.split('/').at(-1) }])
  })

  it.each([
    ['/desk/look-up', { text: 'Núñez' }, '#text', 'Núñez'],
    ['/desk/telephone', { name: 'Rosa' }, '#name', 'Rosa'],
    ['/desk/claims', { code: 'BCDF-GHJK' }, '#code', 'BCDF-GHJK'],
    ['/desk/staff/add', { name: 'Bea' }, '#name', 'Bea'],
  ])('puts it back at %s', async (page, fields, field, value) => {
    const owner = await openSignedInBrowser(desk)
    desk.advance(31 * 60_000)
    const back = await signIn(owner, owner.key, hidden(await owner.post(page, fields)))
    expect(parse(back.html).querySelector(field)?.getAttribute('value')).toBe(value)
    expect(back.text).toContain('Nothing was stored or done yet')
  })

  it.each([
    ['https://evil.example/desk/claims', '{}'],
    ['/desk/nothing', '[["a","b"]]'],
    ['/desk/mail', '[["id","x"]]'],
    ['/desk/staff/add', '[["name","Eve"]]'],
    ['/desk/inquiries', 'nonsense'],
  ])('leads nowhere but to the desk from %j with %j, and does nothing', async (to, kept) => {
    const before = [...desk.store.facts.keys()].filter((key) => !/^(sessions|audit)\//.test(key))
    const { status, location } = await signIn(ana, ana.key, { to, kept })
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/desk(\/inquiries)?$/)])
    expect([...desk.store.facts.keys()].filter((key) => !/^(sessions|audit)\//.test(key))).toEqual(before)
  })
})
