/** After an action at the desk: what was done is said, and which inquiry comes next. */
import { expect, it } from 'vitest'
import { CLERK, desk, useDeskClient, OWNER, type ShownPage } from './desk-client.ts'

useDeskClient()

const lineOf = ({ root }: ShownPage) => {
  const line = root.querySelector('.done')
  const next = line?.querySelector('.next')
  const href = next?.querySelector('a')?.getAttribute('href')
  return line && { said: line.querySelector('strong')?.text, next: next?.text.trim(), href }
}

async function lineAfter(reference: string, what: string, fields: Record<string, string> = {}) {
  const { redirect = '' } = await desk.change(reference, what, fields)
  return lineOf(await desk.get(redirect))
}

it.each([
  ['save', { assignee: OWNER.id }, 'The inquiry is assigned to Olga Owner.'],
  ['save', { status: 'spam', note: 'Links.' }, 'The inquiry is now “spam”. Note added.'],
  ['reply', { note: 'A', status: 'contacted' }, 'Reply sent. The inquiry is now “contacted” and assigned to you.'],
  ['reply', { note: 'Dear Ana', status: '' }, 'Reply sent. The inquiry is assigned to you.'],
])('says of “%s” %j what was done', async (what, fields, said) => {
  const next = 'No other inquiry is open. Today'
  expect(await lineAfter(await desk.inquire(), what, fields)).toEqual({ said, next, href: '/desk' })
})

it('leads to the next in the queue, else to its first, else to the newest that is open', async () => {
  const [oldest, middle, newest] = [await desk.inquire(), await desk.later({}), await desk.later({ urgent: true })]
  const leadsTo = async (reference: string, fields: Record<string, string>) =>
    (await lineAfter(reference, 'save', { ...fields, then: '' }))?.href
  // The newest waits first: it is urgent.
  expect(await leadsTo(newest, { note: 'x' })).toBe(`/desk/inquiries/${oldest}`)
  expect(await leadsTo(middle, { note: 'x' })).toBe(`/desk/inquiries/${newest}`)
  for (const reference of [oldest, middle]) await desk.change(reference, 'save', { status: 'contacted' })
  expect((await lineAfter(newest, 'save', { status: 'contacted' }))?.href).toBe(`/desk/inquiries/${middle}`)
})

it('goes on to the next with one form: it says there what was done to the one before, and stays where nobody waits', async () => {
  const [first, second] = [await desk.inquire({ name: 'Fay First' }), await desk.later({ name: 'Sue Second' })]
  const triage = { take: 'yes', note: 'x', then: 'next' }
  const { redirect = '' } = await desk.change(first, 'save', triage)
  expect(redirect).toMatch(`/inquiries/${second}?`)
  const line = (await desk.get(redirect)).root.querySelector('.done')
  expect(line?.text.replace(/\s+/g, ' ')).toMatch(/^ Fay First: The inquiry is assigned to you\. Note added\./)
  expect(line?.querySelector('a')?.getAttribute('href')).toBe(`/desk/inquiries/${first}`)
  expect((await desk.get(redirect, OWNER)).root.querySelector('.done')).toBeNull()
  const ticked = async (path: string) =>
    (await desk.get(path)).root.querySelector('[name=then]')?.hasAttribute('checked')
  expect([await ticked(redirect), await ticked(`/inquiries/${second}?then=stay`)]).toEqual([true, false])
  await desk.change(first, 'save', { status: 'declined' })
  expect((await desk.change(second, 'save', triage)).redirect).toBe(`/inquiries/${second}?done=save`)
})

it('counts none that may be spam, and does not lead to it', async () => {
  const reference = await desk.inquire()
  await desk.inquire({ message: 'http://a http://b http://c '.repeat(30) })
  expect((await lineAfter(reference, 'save', { note: 'x' }))?.next).toBe('No other inquiry is open. Today')
  await desk.inquire()
  expect((await lineAfter(reference, 'save', { note: 'y' }))?.next).toMatch(/ of 2 waiting$/)
})

it('says nothing to an address that was made up, to others, or of another change', async () => {
  const reference = await desk.inquire()
  const line = async (done: string, user = CLERK) =>
    lineOf(await desk.get(`/inquiries/${reference}?done=${done}`, user))
  expect(await line('save')).toBeNull()
  await desk.change(reference, 'save', { note: 'Ana called.' })
  expect(await line('save')).not.toBeNull()
  for (const madeUp of ['reply', 'status', 'nonsense', 'toString', '']) expect(await line(madeUp), madeUp).toBeNull()
  expect(await line('save', OWNER)).toBeNull()
})
