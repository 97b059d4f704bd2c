/** What a form of the desk refuses: it says why, the typed text is still in it, and nothing is stored or sent. */
import { expect, it } from 'vitest'
import { rowsOf } from '../table.ts'
import { desk, OWNER, useDeskClient } from './inquiries/desk-client.ts'

useDeskClient()

it.each(rowsOf('tests/desk/refused.txt'))('%s, with %s', async (form = '', entered = '', expected, says) => {
  const reference = await desk.inquire()
  const kept = () => [...desk.store.records].filter(([key]) => !/^(audit|sessions)\//.test(key))
  const before = [kept(), desk.mails.length]
  const fields = Object.fromEntries(new URLSearchParams(entered.replace('{long}', 'x'.repeat(5001))))
  const isOfInquiry = !form.startsWith('/')
  const page = await (isOfInquiry ? desk.change(reference, form, fields) : desk.post(form, fields, OWNER))
  expect([String(page.status), page.text]).toEqual([expected, expect.stringContaining(says)])
  expect([kept(), desk.mails.length]).toEqual(before)
  if (page.status === 400) return
  const fieldsOfForm = isOfInquiry ? `form:has([name=what][value=${form}])` : 'form'
  for (const [name, typed] of Object.entries(fields).filter(([field]) => /^(note|text|email)$/.test(field))) {
    const field = page.root.querySelector(`${fieldsOfForm} [name=${name}]`)
    expect((field?.getAttribute('value') ?? field?.text)?.trim() === typed.trim(), `${name} is still there`).toBe(true)
    if (!isOfInquiry) expect(field?.getAttribute('aria-describedby')).toMatch(/alert|-error/)
  }
})
