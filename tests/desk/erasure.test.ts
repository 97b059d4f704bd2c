/**
 * An owner erases an inquiry: nothing of the person is left, and the desk says when and by whom.
 */
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { GOOD, jsonRequest } from '../world.ts'
import { CLERK, OWNER, rowsOf, walk } from './inquiry-walk.ts'

describe('an erasure', () => {
  it('leaves nothing of a person: no inquiry, no case, no index, no idempotency; and says when and by whom', async () => {
    const desk = await walk()
    const kept = await desk.inquire({ name: 'Bea Other' })
    const once = jsonRequest(GOOD, { 'Idempotency-Key': 'once' })
    const { reference } = (await (await desk.send('inquiries', '/api/v1/inquiries', once)).json()) as { reference: string }
    await desk.change(reference, 'status', { status: 'contacted', note: 'Called Ana.' })
    await desk.change(reference, 'status', { status: 'closed' })
    const page = await desk.get(`/inquiries/${reference}/erase`, OWNER)
    expect(page.title).toBe(`Erase ${reference}?`)
    const received = parse(page.markup).querySelector('[name=received]')?.getAttribute('value') ?? ''
    const refused = await desk.post(`/inquiries/${reference}/erase`, { received, confirm: kept }, OWNER)
    expect(refused.status).toBe(422)
    expect((await desk.get(`/inquiries/${reference}`)).status).toBe(200)
    const erased = await desk.post(`/inquiries/${reference}/erase`, { received, confirm: reference.toLowerCase() }, OWNER)
    expect(erased.title).toBe(`${reference} is erased`)
    const left = [...desk.store.facts].filter(([key, value]) => (key + value).includes(reference))
    expect(left.map(([key]) => key.split('/').slice(0, key.startsWith('index') ? 2 : 1).join('/')).sort().filter((key) => key !== 'audit')).toEqual(['erased', 'idempotency', 'index/closed', 'sent'])
    for (const [key, value] of desk.store.facts) if (!key.startsWith('inquiries/')) expect(value, key).not.toMatch(/sealed|Ana|Called|example\.com/)
    const gone = await desk.get(`/inquiries/${reference}`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain(`erased on Nov 21, 2026, 10:04 AM by ${OWNER.id}`)
    expect(rowsOf((await desk.get('/inquiries')).markup)).toEqual([kept])
    expect((await desk.post(`/inquiries/${reference}/erase`, { received, confirm: reference }, OWNER)).status).toBe(404)
    expect((await desk.post(`/inquiries/${reference}`, { what: 'note', note: 'Back.', seen: '2', received })).status).toBe(404)
  })

  it('is offered to owners only', async () => {
    const desk = await walk()
    const reference = await desk.inquire()
    expect((await desk.get(`/inquiries/${reference}`, OWNER)).markup).toContain('/erase')
    expect((await desk.get(`/inquiries/${reference}`, CLERK)).markup).not.toContain('/erase')
  })
})
