/** A call is written down in a browser: the notices follow the chosen language without a script, and faults stand at their fields. */
import { expect, it } from 'vitest'
import { describeInBrowser, PHONE, openDesk } from './browser.ts'

describeInBrowser('a telephone call', (server) => {
  it('has its notices in the language of the person, and its faults at their fields, on a phone and without a script', async () => {
    const page = await openDesk(server, { viewport: PHONE, javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Write down a call' }).click()
    const readOut = () =>
      page.locator('.read-out:visible').evaluateAll((parts) => parts.map((part) => part.getAttribute('lang')))
    await expect.poll(readOut).toEqual(['en'])
    await page.getByLabel('Language').selectOption('Spanish')
    await expect.poll(readOut).toEqual(['es'])
    await page.getByLabel('Name').fill('Rosa Example')
    await page.getByLabel('I read this to the person').check()
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#errors:focus').waitFor()
    await expect.poll(readOut).toEqual(['es'])
    await page.getByRole('link', { name: 'E-mail is required' }).click()
    await page.locator('#email:focus').waitFor()
  })
})
