/**
 * The whole way of one ordinary inquiry, as clicks and loads: sign in, open it, choose a letter, send it.
 */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { openDesk } from '../../test-desk.ts'
import { addStaff, openBrowser, type Page } from '../browser.ts'
import { jsonRequest, VALID_INQUIRY } from '../../test-desk.ts'

it('takes four clicks and four loads from signing in to a reply, contacted and taken', async () => {
  const desk = await openDesk()
  await desk.send('inquiries', '/api/v1/inquiries', jsonRequest(VALID_INQUIRY))
  await desk.settle()
  const { key } = await addStaff(desk)
  const browser = openBrowser(desk)
  let [clicks, loads] = [0, 0]
  const load = async (path: string) => {
    loads += 1
    return browser.get(path)
  }
  const click = (page: Page, selector: string) => {
    clicks += 1
    const link = parse(page.html).querySelector(selector)?.getAttribute('href') ?? ''
    return load(link.replaceAll('&amp;', '&').replace(/#.*/, ''))
  }
  /** Sends the form with a button, with what stands in its fields. */
  const press = async (page: Page, button: string, typed: Record<string, string> = {}) => {
    clicks += 1
    const form = parse(page.html)
      .querySelectorAll('form')
      .find((one) => one.querySelector('button:not(.quiet)')?.text === button)
    const fields = (form?.querySelectorAll('[name]:not([name=csrf])') ?? []).map((field): [string, string] => [
      field.getAttribute('name') ?? '',
      field.getAttribute('value') ??
        field.querySelector('[selected]')?.getAttribute('value') ??
        field.text.replace('\n', ''),
    ])
    const path = form?.getAttribute('action') ?? ''
    const { location } = await browser.post(path, { ...Object.fromEntries(fields), ...typed })
    return load(location ?? '')
  }

  const today = await press(await browser.get('/desk/sign-in'), 'Sign in', { key })
  const inquiry = await click(today, 'tbody a')
  const letter = await click(inquiry, '.letters a')
  const after = await press(letter, 'Send the reply')
  expect({ clicks, loads }).toEqual({ clicks: 4, loads: 4 })
  expect(after.text).toContain('The inquiry is now “contacted” and assigned to you.')
  await desk.settle()
  expect(desk.mails.at(-1)).toMatchObject({ to: VALID_INQUIRY.email })
  expect(desk.mails.at(-1)?.text).toContain('please call (386) 555-0142.')
})
