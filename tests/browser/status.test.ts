/**
 * Where an inquiry stands, as the person sees it who just sent the form.
 */
import { expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { describeInBrowser, open } from './browser.ts'

describeInBrowser('the page of an inquiry', (server) => {
  it.each([
    ['', 'See where your message stands', 'Where your message stands', 'Received'],
    ['/es', 'Vea cómo va su mensaje', '¿Cómo va su mensaje?', 'Recibido'],
  ])('is linked after the form in %j, says where it stands, and has no fault', async (folder, link, title, state) => {
    const page = await open(`${server.base}${folder}/contact/`, { javaScriptEnabled: false })
    await page.locator('#name').fill('Ana')
    await page.locator('#email').fill('ana@example.com')
    await page.locator('#noticesRead').check()
    await page.locator('#message').fill('I would like to talk to a lawyer.')
    await page.locator('#contact-form button[type=submit]').click()
    await page.waitForURL(/\/thanks\//)
    const reference = await page.locator('.reference').innerText()
    const thanks = page.url()
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL(/\/status\//)
    expect(await page.title()).toContain(title)
    expect(await page.locator('h1').innerText()).toBe(title)
    expect(await page.locator('main h2').innerText()).toBe(state)
    expect(await page.locator('main').innerText()).toContain(reference)
    expect(await page.locator('main a[href^="tel:"]').count()).toBe(1)
    const address = page.url()
    const scripted = await open(address)
    expect(await faultsOf(scripted, `status${folder.replace('/', '_')}`)).toEqual([])
    await scripted.goto(thanks)
    expect(await faultsOf(scripted, `thanks${folder.replace('/', '_')}`)).toEqual([])
    // The last letter of the address is missing.
    await scripted.goto(address.slice(0, -1))
    expect(await faultsOf(scripted, `status${folder.replace('/', '_')}_gone`)).toEqual([])
    expect(await scripted.locator('main h2').count()).toBe(0)
    await page.locator('a.language').click()
    expect(page.url().replace('/es/', '/')).toBe(address.replace('/es/', '/'))
    expect(await page.locator('html').getAttribute('lang')).toBe(folder ? 'en' : 'es')
  })
})
