/** A reply that asks and the answer to it, as people see and send them, without scripts too. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { API_ROOT } from '../../src/site.ts'
import { askJson } from '../journeys/requests.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeOnOwnServer, focused, open } from './browser.ts'
import { openDesk } from './desk-window.ts'

describeOnOwnServer('after the check', (server) => {
  async function sendMarked(message: string) {
    const sent = await askJson(`${server.base}${API_ROOT}/inquiries`, jsonRequest({ ...VALID_INQUIRY, message }))
    const { reference = '', receivedAt = '', status_url = '' } = sent
    const staff = await openDesk(server)
    const inquiry = `${server.base}/desk/inquiries/${reference}`
    await staff.goto(inquiry)
    await staff.getByRole('button', { name: 'No conflict', exact: true }).click()
    await staff.waitForURL(/done=/)
    return { id: { reference, receivedAt }, staff, inquiry, pathname: new URL(status_url).pathname }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  it('something is asked with a letter, and answered in both languages on a page that has no faults', async () => {
    const { staff, inquiry, pathname } = await sendMarked('The first.')
    await staff.getByRole('link', { name: 'Please tell us more' }).click()
    await staff.locator('.letters [aria-current]').waitFor()
    const reply = staff.getByLabel(/^Reply to/)
    await reply.fill((await reply.inputValue()).replace(/\[.*\]/, 'When was it?'))
    expect(await staff.getByLabel(/the person may answer/).isChecked()).toBe(true)
    expect(await faultsOf(staff, 'desk-ask')).toEqual([])
    await press(staff, 'Send the reply')

    for (const [path, label, send, missing, arrived] of [
      [`/es${pathname}`, 'Su respuesta', 'Enviar la respuesta', 'Falta su respuesta', 'llegó y está guardada'],
      [pathname, 'Your answer', 'Send the answer', 'Your answer is missing', 'has arrived and is stored'],
    ] as const) {
      const page = await open(server.base + path, { javaScriptEnabled: false })
      await page.getByLabel(label).fill(' ')
      await press(page, send)
      expect(await page.getByRole('alert').innerText()).toContain(missing)
      const scripted = await open(server.base + path)
      expect(await faultsOf(scripted, path.startsWith('/es') ? 'asked-es' : 'asked')).toEqual([])
      await scripted.getByLabel(label).fill(' ')
      await press(scripted, send)
      await expect.poll(() => focused(scripted)).toBe('errors')
      expect(await faultsOf(scripted, path.startsWith('/es') ? 'refused-es' : 'refused')).toEqual([])
      await page.getByLabel(label).fill(`${label}: in the evening.`)
      await press(page, send)
      expect(page.url()).toBe(server.base + path)
      expect(await page.locator('main').innerText()).toContain(arrived)
    }
    await staff.goto(`${server.base}/desk`)
    expect(await staff.locator('main').innerText()).toContain('new answer')
    await staff.goto(inquiry)
    expect(await staff.locator('main').innerText()).toMatch(
      /Su respuesta: in the evening\.[^]*Your answer: in the evening\./,
    )
    expect(await faultsOf(staff, 'desk-answered')).toEqual([])
  })
})
