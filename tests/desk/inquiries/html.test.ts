import { expect, it } from 'vitest'
import { htmlFaults } from '../../html-faults.ts'
import { fieldsOf, OWNER, openDeskClient } from './desk-client.ts'

it('is valid and accessible by rule, on every page, with and without something to show', async () => {
  const desk = await openDeskClient()
  const empty = [await desk.get(''), await desk.get('/inquiries'), await desk.get('/look-up')]
  const reference = await desk.inquire({
    phone: '+1 386 555 0187',
    topic: 'animal_law',
    message: 'See http://a http://b http://c\n\n<end>',
  })
  await desk.change(reference, 'status', { status: 'contacted', note: 'One.\nTwo.' })
  await desk.inquire()
  desk.advance(9 * 24 * 3600_000)
  const seen = await desk.get(`/inquiries/${reference}`, OWNER)
  const pages = [
    ...empty,
    await desk.get(''),
    await desk.get('/inquiries?month=2026-11&status=new'),
    await desk.get('/inquiries?reference=x'),
    await desk.post('/inquiries', { search: 'accident' }),
    seen,
    await desk.post(`/inquiries/${reference}`, { ...desk.formOf(seen, 'status'), seen: '0', note: 'Late.' }),
    await desk.get((await desk.change(reference, 'take', {}, OWNER)).redirect ?? '', OWNER),
    await desk.get('/inquiries/K7QM-2F9D'),
    await desk.post('/look-up', { text: 'ana' }),
    await desk.post('/look-up', { text: 'x' }),
    await desk.get(`/inquiries/${reference}/erase`, OWNER),
    await desk.post(
      `/inquiries/${reference}/erase`,
      [...fieldsOf(await desk.get(`/inquiries/${reference}/erase`, OWNER), '/erase'), ['confirm', 'x']],
      OWNER,
    ),
    await desk.erase(reference),
  ]
  for (const { title, markup } of pages) {
    const faults = await htmlFaults(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${markup}</main></body></html>`,
    )
    expect(faults, title).toBe('')
    expect(markup, title).not.toMatch(/ style=| on\w+=|<script|<style/)
  }
})
