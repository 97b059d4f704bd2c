/**
 * A day at the desk, by keyboard only: from the key to an inquiry that is answered, noted and retained, and out again.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { describeOnOwnServer, focused, open } from './browser.ts'
import { openDesk } from './desk-window.ts'
import { keyboardOf } from './keyboard.ts'

describeOnOwnServer('the desk', (server) => {
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
    await page.keyboard.type(server.ownerKey)
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

  it('keeps what was typed when the session is lost until its form was accepted, and removes it on signing out', async () => {
    const { reference } = (await (
      await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(VALID_INQUIRY))
    ).json()) as { reference: string }
    const page = await openDesk(server)
    const inquiry = `${server.base}/desk/inquiries/${reference}`
    const note = page.locator('#note')
    const text = 'Ana called: "no" & <b>why</b>.\nShe calls back.'
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await page.goto(inquiry)
    await note.fill(text)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add the note' }).click()
    expect(await textOf(page)).toContain('What you sent last was not stored.')
    await page.getByLabel('Your key').fill(server.ownerKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(inquiry)
    expect(await note.inputValue()).toBe(text)
    expect(await textOf(page)).toContain('What you typed before you were signed out is filled in again.')
    expect(await kept()).not.toMatch(/DESK-|csrf|received/)
    await page.getByRole('button', { name: 'Add the note' }).click()
    expect(await textOf(page)).toContain('Note added.')
    expect([await note.inputValue(), await kept()]).toEqual(['', '{}'])

    // Signed in again in another tab: the form is out of date.
    await note.fill(text)
    const other = await page.context().newPage()
    await other.goto(`${server.base}/desk`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByLabel('Your key').fill(server.ownerKey)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.waitForURL(`${server.base}/desk`)
    await page.getByRole('button', { name: 'Add the note' }).click()
    expect(await textOf(page)).toContain('Nothing was done')
    await page.goto(inquiry)
    expect(await note.inputValue()).toBe(text)
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await kept()).toBe('{}')
  })

  it('stays signed in while a member types', async () => {
    const page = await openDesk(server)
    await page.clock.install()
    await page.goto(`${server.base}/desk/look-up`)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.locator('#text').press('a')
    await page.clock.fastForward('03:00')
    await page.locator('#text').press('b')
    expect(asked).toEqual([])
    await page.clock.fastForward('01:30')
    await page.locator('#text').press('c')
    await expect.poll(() => asked).toEqual(['/desk/in-use'])
  })
})
