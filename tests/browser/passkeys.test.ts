/** A passkey is added, used, removed and refused, with Chromium's virtual authenticator (WebAuthn Level 3, section 12). */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { describeInBrowser, focused, open, PHONE, openDesk } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

const ADD = 'Add a passkey'
const SIGN_IN = 'Sign in with a passkey'

describeInBrowser('passkeys', (server) => {
  /** @returns a switch for whether the authenticator recognizes the owner */
  async function addAuthenticator(page: Page) {
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    const can = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...can },
    })
    return (isUserVerified: boolean) => devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name })
  const signOut = async (page: Page) => {
    await button(page, 'Sign out').click()
    await page.waitForURL(/\/desk\/sign-in/)
  }
  const rows = (page: Page) => page.getByRole('table', { name: 'Passkeys' }).locator('tbody tr')

  it('are added with the key, sign in alone, and no longer once removed', async () => {
    const ways = (window: Page) => window.locator('main button').allInnerTexts()
    const page = await openDesk(server, { viewport: PHONE })
    const setVerified = await addAuthenticator(page)
    await page.goto(`${server.base}/desk/staff`)
    const { write, enter, tabTo } = keyboardOf(page)
    const unfold = () => page.locator('summary', { hasText: ADD }).click()
    await unfold()
    await write('Name of this device, such as “my phone”', 'My phone')
    await tabTo(ADD)
    await enter()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringMatching(/^My phone[\s\S]*never/)])
    expect(await faultsOf(page, 'desk_passkeys')).toEqual([])

    // The same device is added again.
    await unfold()
    await page.getByLabel('Name of this device').fill('My phone again')
    await button(page, ADD).click()
    await expect.poll(() => page.locator('[data-said]').innerText()).toContain('already has a passkey of yours')
    expect(await page.getByLabel('Name of this device').inputValue()).toBe('My phone again')

    await signOut(page)
    await page.goto(`${server.base}/desk/inquiries?page=1`)
    // The way that this browser used last comes first; elsewhere the key does.
    expect(await ways(page)).toEqual([SIGN_IN, 'Sign in'])
    expect(await ways(await open(`${server.base}/desk/sign-in`))).toEqual(['Sign in', SIGN_IN])
    await setVerified(false)
    await button(page, SIGN_IN).click()
    await expect.poll(() => page.locator('[data-said]').innerText()).toContain('Nothing was done')
    expect(await faultsOf(page, 'desk_sign-in-refused')).toEqual([])
    await setVerified(true)
    await button(page, SIGN_IN).click()
    await page.waitForURL(`${server.base}/desk/inquiries?page=1`)
    await page.goto(`${server.base}/desk/staff`)
    expect(await rows(page).innerText()).not.toContain('never')

    await rows(page).getByRole('button').click()
    await expect.poll(() => rows(page).count()).toBe(0)
    await signOut(page)
    await button(page, SIGN_IN).click()
    await page.getByRole('alert').filter({ hasText: 'not accepted' }).waitFor()
    await expect.poll(() => focused(page)).toBe('alert')
    expect(await page.context().cookies()).toEqual([])
  })

  it('are nowhere to be seen in a browser that cannot read the options', async () => {
    const page = await open('about:blank')
    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON'))
    await page.goto(`${server.base}/desk/sign-in`)
    expect(await page.evaluate(() => typeof PublicKeyCredential)).toBe('function')
    expect(await page.locator('main').innerText()).not.toMatch(/passkey/i)
  })
})
