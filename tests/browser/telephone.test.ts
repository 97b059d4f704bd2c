/** A call is written down in a browser: the notices follow the chosen language without a script, and faults stand at their fields. */
import { expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { describeInBrowser, PHONE } from './browser.ts'
import { openDesk } from './desk-window.ts'

describeInBrowser('a telephone call', (server) => {
  it('is written down on a phone and without a script, in the language of the person', async () => {
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
    await page.getByLabel('Telephone').fill('386 555 0187')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No match among the inquiries').waitFor()
    await page.getByLabel('What they want').fill('A dog bit her.')
    await page.getByRole('button', { name: 'Store the call' }).click()
    await page.getByText('The call is stored.').waitFor()
    expect(page.url()).toContain(`${PATHS.deskInquiries}/`)
    expect(await page.getByText('telephone, written down by').count()).toBe(1)
  })
})
