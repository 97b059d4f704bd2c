/**
 * What the card of an inquiry says of how it came, and nothing that the server cannot know.
 */
import { expect, it } from 'vitest'
import { parse } from 'node-html-parser'
import { noticeInWords } from '../../../src/inquiries/card-fields.ts'
import { VALID_INQUIRY } from '../../test-desk.ts'
import { openDeskClient } from './desk-client.ts'

it('says that the person was shown the notice where our own form showed it, and only there', async () => {
  const desk = await openDeskClient()
  const program = await desk.inquire()
  desk.advance(1)
  const sent = await desk.send('contact', '/es/contact/', { method: 'POST', body: new URLSearchParams(VALID_INQUIRY) })
  const person = sent.headers.get('location')?.split('/')[3]
  const [byForm, byProgram] = [await desk.get(`/inquiries/${person}`), await desk.get(`/inquiries/${program}`)]
  expect(byForm.text).toContain('The person was shown the notice of 2026-11-01 in Spanish before sending')
  expect(byForm.text).toContain('Notice shown2026-11-01 in Spanish')
  expect(byProgram.text).not.toMatch(/was shown|Notice shown/)
  expect(byProgram.text).toContain('Notice in force2026-11-01 in English')
  expect(byProgram.text).toContain('The notice of 2026-11-01 in English was in force')
  expect(byProgram.text).toContain('It was sent to the program with the receipt.')
})

it('says the version alone of a notice whose language was not kept', () =>
  expect(noticeInWords({ notice: '2026-11-01' })).toBe('2026-11-01'))

it('names the language in words, in the list too where it is not English', async () => {
  const desk = await openDeskClient()
  const [spanish, english, odd] = [
    await desk.inquire({ language: 'es' }),
    await desk.inquire({ language: 'en-US' }),
    await desk.inquire({ language: 'en-u-ca-buddhist' }),
  ]
  expect((await desk.get(`/inquiries/${spanish}`)).text).toContain('LanguageSpanish')
  expect((await desk.get(`/inquiries/${english}`)).text).toContain('LanguageAmerican English')
  expect((await desk.get(`/inquiries/${odd}`)).text).toContain('Languageen-u-ca-buddhist')
  const table = parse((await desk.get('/inquiries')).markup).querySelector('table')?.text
  expect(table).toContain('Spanish I was hurt')
  expect(table).not.toContain('English')
})
