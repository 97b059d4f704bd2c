/**
 * A day at the desk, by keyboard only: from the key to an inquiry that is answered, noted and retained, and out again.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { describeInBrowser, focused, open } from './browser.ts'
import { readOwnerKey } from './desk-window.ts'
import { keyboardOf } from './keyboard.ts'

describeInBrowser('the desk', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })

  const textOf = (page: Page) => page.locator('main').innerText()

  it('is worked at with nothing but a keyboard', async () => {
    const { reference } = (await (
      await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(VALID_INQUIRY))
    ).json()) as {
      reference: string
    }
    const page = await open(`${server.base}/desk`)
    const { enter, press, write } = keyboardOf(page)
    await expect.poll(() => focused(page)).toBe('key')
    await page.keyboard.type('DESK-wrong')
    await enter()
    expect(await page.getByRole('alert').innerText()).toContain('not the key of')
    await expect.poll(() => focused(page)).toBe('key')
    await page.keyboard.type(readOwnerKey(server))
    await enter()
    expect(page.url()).toBe(`${server.base}/desk`)
    expect(await page.context().cookies()).toMatchObject([
      { name: '__Host-desk', httpOnly: true, secure: true, sameSite: 'Strict' },
    ])

    await press(VALID_INQUIRY.name)
    expect(await textOf(page)).toContain(VALID_INQUIRY.message)
    await write('Note (optional)', 'Called back.')
    await press('Change the status')
    expect(await textOf(page)).toContain('The inquiry is now “contacted”')
    await write('Note', 'Has the papers.')
    await press('Add the note')
    expect(await textOf(page)).toMatch(/Called back\.[\s\S]*Has the papers\./)
    await press('Change the status')
    expect(await textOf(page)).toContain('The inquiry is now “conflict check”')
    await press('Change the status')
    expect(await textOf(page)).toContain('The inquiry is now “retained”')

    await press('Today')
    expect(await textOf(page)).toContain('No new inquiries are waiting.')
    await press('Sign out')
    expect(await page.context().cookies()).toEqual([])
    await page.goto(`${server.base}/desk/inquiries/${reference}`)
    expect(await textOf(page)).not.toContain(VALID_INQUIRY.message)
    // What was on the screen before must not come back either.
    await page.goBack()
    await page.goBack()
    expect(await textOf(page)).not.toContain(reference)
  })
})
