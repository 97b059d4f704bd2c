/** What only owners or only lawyers may do at the desk: a clerk, who has neither role, tries all of it. */
import { beforeEach, expect, it } from 'vitest'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { blocksOf } from '../table.ts'
import { agent, useAgent } from '../test-agent.ts'
import { addStaff, openSignedInBrowser } from './browser.ts'
import { CLERK as LAWYER, OWNER, openDeskClient, valuesIn } from './inquiries/desk-client.ts'

useAgent()
let clerk: Awaited<ReturnType<typeof openSignedInBrowser>>
beforeEach(async () => {
  clerk = await openSignedInBrowser(agent, 'Carl Clerk', false)
})

const [OWNERS = [], LAWYERS = []] = blocksOf('tests/desk/roles.txt')
const FOR_OWNERS = OWNERS.flat()
const PAGES = (['GET', 'POST'] as const).flatMap((method) =>
  DESK_PAGES.flatMap((row) => (row[method] ? [`${method} ${row.path}`] : [])),
)

it('every page of the list is there', () => expect(PAGES).toEqual(expect.arrayContaining(FOR_OWNERS)))

it.each(PAGES)('%s is closed to a clerk only where the list says so', async (page) => {
  const [method = '', path = ''] = page.split(' ')
  const address = `/desk${path.replace(/:\w+/g, 'x')}`
  const { status, html } = await (method === 'GET' ? clerk.get(address) : clerk.post(address))
  const isClosed = status === 403 && html.includes('Only owners may open this page')
  expect(isClosed).toBe(FOR_OWNERS.includes(page))
})

it.each(LAWYERS)('the form %s of an inquiry is for lawyers, not for owners or a clerk', async (entered) => {
  const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(entered))
  const client = await openDeskClient()
  const none = { ...OWNER, owner: false, ...(await addStaff(client, 'Carl', false)) }
  const reference = await client.inquire()
  // A page without the form has the fields of another one, which say what was seen.
  const post = async (member: typeof OWNER, more = fields) => {
    const seen = client.formOf(await client.open(reference, member), 'save')
    return client.post(`/inquiries/${reference}`, { ...seen, ...more }, member)
  }
  if (fields.hold === 'end') await post(LAWYER, { ...fields, hold: 'begin' })
  for (const member of [none, OWNER]) {
    expect((await client.open(reference, member)).text).toContain('conflicts and holds: Carl Clerk.')
    const { status, text, root } = await post(member)
    const refusal = root.querySelector('[role=alert]')?.text
    expect([status, refusal]).toEqual([403, expect.stringContaining('conflicts and holds: Carl Clerk.')])
    expect(text).toContain(fields.note ?? '')
  }
  expect((await post(LAWYER)).status).toBe(303)
})

it.each<Record<string, string>>([
  { what: 'name', text: 'Another Name' },
  { what: 'roles', role: 'lawyer' },
])('the form %j of a member is for owners', async (fields) => {
  const { id } = await addStaff(agent, 'Ana', false)
  const owner = await openSignedInBrowser(agent)
  const path = `/desk/staff/members/${id}`
  // The pages of others are not there for a clerk.
  expect((await clerk.post(path, fields)).status).toBe(404)
  expect((await clerk.post(`/desk/staff/members/${clerk.id}`, fields)).status).toBe(400)
  expect((await owner.post(path, fields)).status).toBe(303)
})

it('no page that a clerk may open links to a page that is closed to a clerk', async () => {
  await agent.inquire({ otherParty: 'Bob Roe' })
  const linksIn = (html: string) => valuesIn(html, 'a[href^="/desk"]', 'href').map((href) => href.replace(/#.*/, ''))
  const found = linksIn((await clerk.post('/desk/look-up', { text: 'Bob Roe' })).html)
  expect(found).toContainEqual(expect.stringContaining('/desk/inquiries/'))
  const wanted = new Set(['/desk', '/desk/telephone', ...found])
  // What is added is visited too.
  for (const path of wanted) {
    const { status, html } = await clerk.get(path)
    expect(status, path).toBe(200)
    for (const link of linksIn(html)) wanted.add(link)
  }
  expect(wanted.size).toBeGreaterThan(20)
})
