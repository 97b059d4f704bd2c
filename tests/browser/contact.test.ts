/** The contact form as people meet it: with and without JavaScript, by keyboard, with a hasty hand. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { exportInquiries } from '../commands/in-process.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, focused, open } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

const REFERENCE = /[0-9A-Z]{4}-[0-9A-Z]{4}/

describeInBrowser('the contact form', (server) => {
  const fill = async (page: Page, name: string) => {
    await page.locator('#name').fill(name)
    await page.locator('#email').fill('ana@example.com')
    await page.getByLabel('I have read this').check()
    await page.locator('#message').fill('I would like to talk to a lawyer.')
  }
  const button = (page: Page) => page.locator('#contact-form button[type=submit]')
  const send = async (page: Page) => {
    await button(page).click()
    await page.waitForURL(/\/thanks\//)
    return REFERENCE.exec(await page.locator('main').innerText())?.[0] ?? ''
  }
  const storedAs = async (name: string) =>
    (await exportInquiries(server.dataDir)).map(({ request }) => request).filter((request) => request.name === name)

  it.each([true, false])('says what is wrong, then the reference (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await open(`${server.base}/contact/`, { javaScriptEnabled })
    await fill(page, `Wrong First ${javaScriptEnabled}`)
    await page.locator('#email').fill('nope')
    await button(page).click()
    await page.locator('#errors').waitFor()
    expect(await page.title()).toMatch(/^Error: /)
    await expect.poll(() => focused(page)).toBe('errors')
    expect(await page.locator('#name').inputValue()).toBe(`Wrong First ${javaScriptEnabled}`)
    await page.locator('#errors a').click()
    expect(await focused(page)).toBe('email')
    await page.locator('#email').fill('ana@example.com')
    const reference = await send(page)
    expect(new URL(page.url()).pathname).toBe(`/thanks/${reference}/`)
    // The address stays on the page after a reload, which sends nothing again, and is in no other place.
    await page.reload()
    await page.getByText('We will reply to ana@example.com.').waitFor()
    expect(page.url()).not.toContain('example.com')
    expect(await storedAs(`Wrong First ${javaScriptEnabled}`)).toHaveLength(1)
  })

  it('asks at the field which address was meant, and a button fills it in', async () => {
    const page = await open(`${server.base}/contact/`)
    const question = page.locator('#email-meant')
    await page.locator('#email').fill('ana@gmial.com')
    expect(await question.innerText()).toBe('')
    await page.locator('#message').click()
    await expect.poll(() => question.innerText()).toBe('Did you mean ana@gmail.com?')
    expect(await focused(page)).toBe('message')
    await question.getByRole('button').click()
    expect(await page.locator('#email').inputValue()).toBe('ana@gmail.com')
    expect([await question.innerText(), await focused(page)]).toEqual(['', 'email'])
    await page.reload()
    expect(await page.locator('#email').inputValue()).toBe('ana@gmail.com')
    // An address without a slip is not asked about, and the server's question becomes a button too.
    await page.locator('#email').fill('ana@yahoo.es')
    await page.locator('#message').click()
    await page.locator('#email').fill('ana@yaho.com')
    await button(page).click()
    await page.locator('#errors').waitFor()
    await question.getByRole('button', { name: 'ana@yahoo.com' }).click()
    expect(await page.locator('#email').inputValue()).toBe('ana@yahoo.com')
    expect(await faultsOf(page)).toEqual([])
  })

  it('is sent with nothing but a keyboard, after a fault was fixed', async () => {
    const page = await open(`${server.base}/contact/`, { javaScriptEnabled: false })
    const { tabTo, enter, press, write } = keyboardOf(page)
    await write('E-mail', 'ana@example.com')
    await tabTo('I have read this')
    await page.keyboard.press('Space')
    await write('How can we help?', 'My dog was taken.')
    await tabTo('More details (optional)')
    await page.keyboard.press('Enter')
    await write('What is it about?', 'Animal')
    // The buttons of one question are one stop.
    await tabTo('Rather not say')
    await page.keyboard.press('ArrowUp')
    await press('Send to the firm')
    await expect.poll(() => focused(page)).toBe('errors')
    await tabTo('Your name is missing.')
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('name')
    await page.keyboard.type('Keyboard Ana')
    await enter()
    expect(page.url()).toMatch(/\/thanks\//)
    const sent = { topic: 'animal_law', hasLawyer: 'no', message: 'My dog was taken.' }
    expect(await storedAs('Keyboard Ana')).toMatchObject([sent])
  })

  it('keeps a draft over a reload, until it is sent', async () => {
    const page = await open(`${server.base}/contact/`)
    await fill(page, 'Draft Keeper')
    await page.locator('details.more summary').click()
    await page.getByLabel('No', { exact: true }).check()
    await page.getByLabel('By telephone').check()
    await page.locator('#date').fill('2031-05-06')
    // Another page in between, so that the browser has nothing to restore by itself.
    await page.goto(`${server.base}/faq/`)
    await page.goto(`${server.base}/contact/`)
    expect(await page.locator('#name').inputValue()).toBe('Draft Keeper')
    for (const label of ['No', 'By telephone'])
      expect(await page.getByLabel(label, { exact: true }).isChecked()).toBe(true)
    expect(await page.locator('#date').inputValue()).toBe('2031-05-06')
    await page.reload()
    expect(await page.locator('#message').inputValue()).toBe('I would like to talk to a lawyer.')
    await page.getByLabel('I have read this').check()
    await send(page)
    await page.goto(`${server.base}/contact/`)
    expect(await page.locator('#name').inputValue()).toBe('')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('opens what is folded when the date in it is not whole', async () => {
    const page = await open(`${server.base}/contact/`)
    await fill(page, 'Half Date')
    const summary = page.locator('details.more summary')
    await summary.click()
    await page.locator('#date').press('1')
    await summary.click()
    await button(page).click()
    await expect.poll(() => focused(page)).toBe('date')
    expect(new URL(page.url()).pathname).toBe('/contact/')
  })

  it.each([true, false])('makes one inquiry of a double click (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await open(`${server.base}/contact/`, { javaScriptEnabled })
    await fill(page, `Double ${javaScriptEnabled}`)
    let asked = 0
    const clickedTwice = Promise.withResolvers<void>()
    await page.route(`${server.base}/contact/`, async (route) => {
      asked += 1
      // Without JavaScript a browser may send the form twice, and shows the second answer. Not each browser does, so it is done here.
      if (!javaScriptEnabled) await route.fetch({ maxRedirects: 0 })
      const response = await route.fetch({ maxRedirects: 0 })
      await clickedTwice.promise
      await route.fulfill({ response })
    })
    await button(page).dblclick({ noWaitAfter: true })
    clickedTwice.resolve()
    await page.getByText(REFERENCE).waitFor()
    expect(page.url()).toMatch(/\/thanks\//)
    if (javaScriptEnabled) expect(asked).toBe(1)
    expect(await storedAs(`Double ${javaScriptEnabled}`)).toHaveLength(1)
  })
})
