/**
 * A day at the desk, by keyboard only: from the key to an inquiry that is answered, noted and retained, and out again.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { GOOD, jsonRequest } from '../world.ts'
import { describeInBrowser, focused, open } from './browser.ts'
import { ownersKey } from './desk-window.ts'

describeInBrowser('the desk', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(() => server.remove())

  /** Goes on with the Tab key to what has this text or label. */
  const tabTo = async (page: Page, name: string) => {
    const reached: string[] = []
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const [text, isSeen] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return [(element.labels?.[0] ?? element).innerText.trim(), outlineStyle !== 'none' && outlineWidth !== '0px'] as const
      })
      reached.push(text)
      if (text !== name) continue
      expect(isSeen, `the focus is seen at ${name}`).toBe(true)
      return
    }
    throw new Error(`not reached by Tab: ${name}; reached: ${reached.join(' | ')}`)
  }
  const press = async (page: Page, name: string) => {
    await tabTo(page, name)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  const write = async (page: Page, label: string, text: string) => {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  const textOf = (page: Page) => page.locator('main').innerText()

  it('is worked at with nothing but a keyboard', async () => {
    const { reference } = (await (await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(GOOD))).json()) as { reference: string }
    const page = await open(`${server.base}/desk`)
    expect(await focused(page)).toBe('key')
    await page.keyboard.type('DESK-wrong')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.getByRole('alert').innerText()).toContain('not a key')
    await page.keyboard.type(await ownersKey(server))
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(page.url()).toBe(`${server.base}/desk`)
    expect(await page.context().cookies()).toMatchObject([{ name: '__Host-desk', httpOnly: true, secure: true, sameSite: 'Strict' }])

    await press(page, reference)
    expect(await textOf(page)).toContain(GOOD.message)
    await write(page, 'Note, if there is something to say', 'Called back.')
    await press(page, 'Change the status')
    expect(await textOf(page)).toMatch(/^Inquiry .*\n+contacted/)
    await write(page, 'Note', 'Has the papers.')
    await press(page, 'Add the note')
    expect(await textOf(page)).toMatch(/Called back\.[\s\S]*Has the papers\./)
    await press(page, 'Change the status')
    expect(await textOf(page)).toMatch(/^Inquiry .*\n+conflict check/)
    await press(page, 'Change the status')
    expect(await textOf(page)).toMatch(/^Inquiry .*\n+retained/)

    await press(page, 'Today')
    expect(await textOf(page)).toContain('No new inquiry waits.')
    await press(page, 'Sign out')
    expect(await page.context().cookies()).toEqual([])
    await page.goto(`${server.base}/desk/inquiries/${reference}`)
    expect(await textOf(page)).not.toContain(GOOD.message)
    // What was on the screen before must not come back either.
    await page.goBack()
    await page.goBack()
    expect(await textOf(page)).not.toContain(reference)
  })
})
