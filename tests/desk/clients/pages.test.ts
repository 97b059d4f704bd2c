/** The firm's own list of clients and opponents at the desk: for owners, as a file or as text. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { openKnownList, replaceKnownList } from '../../../src/conflicts/known-parties.ts'
import { MINUTE_MS } from '../../../src/duration.ts'
import { SAME_ORIGIN } from '../../test-agent.ts'
import { STAFF_INBOX } from '../../test-desk.ts'
import { auditOf, openSession, tokenOf } from '../browser.ts'
import { CLERK, OWNER, desk, useDeskClient } from '../inquiries/desk-client.ts'

const PATH = '/clients'
const CSV = 'name;role;matter\r\n"Núñez; Ana";client;Will\r\nAcme;opponent;\r\n'
const PARTIES = [
  { name: 'Núñez; Ana', role: 'client', matter: 'Will' },
  { name: 'Acme', role: 'opponent' },
]

useDeskClient()
const parties = async () => (await openKnownList(desk.store, STAFF_INBOX)).parties

async function upload(bytes: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const browser = await openSession(desk, OWNER.id)
  const form = new FormData()
  form.append('csrf', tokenOf((await browser.get(`/desk${PATH}`)).html))
  form.append('file', new Blob([bytes], { type: 'text/csv' }), 'clients.csv')
  const whole = new Response(form)
  const headers = { ...SAME_ORIGIN, Cookie: browser.cookie, 'Content-Type': whole.headers.get('content-type') ?? '' }
  // A browser sends all bytes at once.
  return desk.send('desk', `/desk${PATH}`, { method: 'POST', headers, body: await whole.arrayBuffer() })
}

it('is imported as a file or as text, said with number, date and member, and recorded; its names are on no page', async () => {
  expect((await desk.get(PATH, OWNER)).text).toContain('No list has been imported yet.')
  const answer = await upload(`\uFEFF${CSV}`)
  expect(parse(await answer.text()).querySelector('[role=status]')?.text).toContain('People: 2. Companies: 0.')
  expect(await parties()).toEqual(PARTIES)
  const page = await desk.get(PATH, OWNER)
  expect(page.text).toContain('2 entries, imported 10:04 a.m. by Olga Owner.')
  expect(page.markup).not.toContain('Núñez')
  expect(await auditOf(desk)).toContainEqual([OWNER.id, 'clients.imported', 'list'])
  expect((await desk.post(PATH, { text: 'name,role\nBo,client' }, OWNER)).status).toBe(200)
  expect(await parties()).toEqual([{ name: 'Bo', role: 'client' }])
})

it('that cannot be read is refused, the former one stays, and what was sent is still in the form; too large a one is refused', async () => {
  await upload(CSV)
  const answer = await upload('Bo,client\nCy,client\n')
  expect(answer.status).toBe(422)
  const root = parse(await answer.text())
  expect(root.querySelector('[role=alert]')?.text).toContain('Nothing was imported. One of the first lines must name')
  expect(root.querySelector('#text')?.text).toContain('Cy,client')
  expect(await parties()).toEqual(PARTIES)
  expect((await upload(new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413)
  const browser = await openSession(desk, OWNER.id)
  const headers = { Cookie: browser.cookie, ...SAME_ORIGIN, 'Content-Type': 'multipart/form-data; boundary=x' }
  const form = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nname\nJosé\r\n--x--\r\n'
  const lost = Buffer.from(form, 'latin1')
  for (const body of ['--x\r\nnothing', lost])
    expect((await desk.send('desk', `/desk${PATH}`, { method: 'POST', headers, body })).status).toBe(400)
})

it('of which lines were left out is said on Today, and which on its page, until the next list has none', async () => {
  const said = async (member: typeof OWNER) => (await desk.get('', member)).text.match(/Lines of .* which\.?/)?.[0]
  await upload('name,email\nBo,N/A\n,x@example.com')
  const sentence = 'Lines of the firm’s list were left out or not read in full.'
  expect(await said(OWNER)).toBe(`${sentence} See which`)
  expect(await said(CLERK)).toBe(`${sentence} An owner can see which.`)
  expect((await desk.get('', OWNER)).root.querySelector('[role=note] a')?.getAttribute('href')).toBe(`/desk${PATH}`)
  expect((await desk.get(PATH, OWNER)).text).toMatch(/Line 2: the e-mail address was left out.*Line 3 was left out/)
  expect(await (await upload('Bo,client\nCy,client\n')).text()).not.toContain('Line 2')
  await upload('Clients of 2026\nname\nBo\nTotal: 1')
  expect([await said(OWNER), await said(CLERK)]).toEqual([undefined, undefined])
})

it('that was replaced at once is not said to be the list', async () => {
  const { store } = desk.service
  desk.service.store = {
    ...store,
    async put(...given) {
      const version = await store.put(...given)
      if (!given[0].startsWith('known/')) return version
      await replaceKnownList({ ...desk.service, store }, [{ name: 'Bo', role: 'client' }], CLERK.id)
      return version
    },
  }
  const { text } = await desk.post(PATH, { text: CSV }, OWNER)
  expect(text).toContain('The list that you sent was replaced or removed meanwhile.')
  expect(text).toContain('1 entry, imported 10:04 a.m. by Carl')
  expect(text).not.toContain('Companies:')
})

it('is removed, and the page says when and by whom', async () => {
  await upload(CSV)
  desk.advance(MINUTE_MS)
  expect((await desk.post(`${PATH}/remove`, {}, OWNER)).redirect).toBe(`${PATH}?did=list-removed`)
  const page = await desk.get(PATH, OWNER)
  expect(page.text).toContain('There is no list. It was removed 10:05 a.m. by Olga Owner.')
  expect(page.text).not.toContain('Remove the list')
  const left = desk.store.keysOf('known/').map((key) => desk.store.records.get(key) ?? '')
  expect(left.map((value) => Object.keys(JSON.parse(value) as object))).toEqual([['at', 'by', 'count']])
  expect(await auditOf(desk)).toContainEqual([OWNER.id, 'clients.removed', 'list'])
})
