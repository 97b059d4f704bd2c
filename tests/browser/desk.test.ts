/** The scripts of the desk keep typed text when a session ends, and ask for news while the page is visible. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SECOND_MS } from '../../src/duration.ts'
import { inquire } from '../journeys/requests.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { closeWindows, describeOnOwnServer, openDesk, PHONE, signIn } from './browser.ts'

const SEEN_MS = 30 * SECOND_MS

describeOnOwnServer('the desk', (server) => {
  const textOf = (page: Page) => page.locator('main').innerText()

  it('is left by signing out: no step back shows what was on the screen', async () => {
    const page = await openDesk(server)
    const cookie = { name: 'desk', httpOnly: true, secure: false, sameSite: 'Strict' }
    expect(await page.context().cookies()).toMatchObject([cookie])
    await page.goto(`${server.base}/desk/inquiries/${await inquire(server.base)}`)
    expect(await textOf(page)).toContain(VALID_INQUIRY.message)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    await page.goBack()
    expect(await textOf(page)).not.toContain(VALID_INQUIRY.message)
  })

  it('keeps what was typed when the session is lost until its form was accepted, and removes it on signing out', async () => {
    const page = await openDesk(server)
    const inquiry = `${server.base}/desk/inquiries/${await inquire(server.base)}`
    const note = page.locator('#note')
    const text = 'Ana called: "no" & <b>why</b>.\nShe calls back.'
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await page.goto(inquiry)
    await page.getByLabel('Then the next one').uncheck()
    await note.fill(text)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await textOf(page)).toContain('Your last form was not stored.')
    await signIn(page, server, inquiry)
    expect(await note.inputValue()).toBe(text)
    expect(await textOf(page)).toContain('What you typed is filled in again. It was not sent.')
    expect(await kept()).not.toMatch(/DESK-|csrf|received/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await textOf(page)).toContain('Note added.')
    await expect.poll(kept).toBe('{}')
    expect(await note.inputValue()).toBe('')

    // Another tab signs in again, so the form is out of date.
    await note.fill(text)
    const other = await page.context().newPage()
    await other.goto(`${server.base}/desk`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await signIn(other, server)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await textOf(page)).toContain('Nothing was done')
    await page.goto(inquiry)
    expect(await note.inputValue()).toBe(text)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(kept).toBe('{}')
  })

  it('has the notices of a call in the language of the person, and its faults at their fields, on a phone and without a script', async () => {
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

  it('asks before a letter replaces what was typed', async () => {
    const page = await openDesk(server)
    await page.goto(`${server.base}/desk/inquiries/${await inquire(server.base)}`)
    const [reply, letter] = [page.locator('.reply textarea'), page.getByRole('link', { name: 'You have a lawyer' })]
    await reply.fill('Dear Ana')
    const clicked = letter.click()
    const asked = await page.waitForEvent('dialog')
    expect(asked.message()).toContain('Replace what you wrote')
    await asked.dismiss()
    await clicked
    expect(await reply.inputValue()).toBe('Dear Ana')
    page.once('dialog', (again) => void again.accept())
    await letter.click()
    await expect.poll(() => reply.inputValue()).toContain('Dear ')
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

  describe('a day of inquiries', () => {
    let page: Page
    const effort = { clicks: 0, loads: 0 }
    const click = async (locator: Locator) => {
      effort.clicks += 1
      await locator.click()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    /** Its text as the page has it: what the browser makes of it changes while the styles load. */
    const said = async () =>
      (await page.locator('main :is([role=status]:not(.news), [role=alert])').first().textContent()) ?? ''
    /** Plays a chore. @returns its clicks and loads, and the line that says what happened */
    async function chore(play: () => Promise<void>) {
      Object.assign(effort, { clicks: 0, loads: 0 })
      await play()
      return { ...effort, said: await said() }
    }
    beforeAll(async () => {
      page = await openDesk(server)
      page.on('framenavigated', () => (effort.loads += 1))
      const send = (name: string, more: object = {}) =>
        inquire(server.base, { name, email: `${name}@example.com`, ...more })
      await page.goto(`${server.base}/desk/clients`)
      await page.locator('#text').fill('name,role\nAcme Inc,client')
      await button('Import the list').click()
      await send('Ula', { urgent: true })
      for (let number = 0; number < 8; number++) await send(`Ann${number}`)
      for (let number = 0; number < 5; number++)
        await send(`Far${number}`, { topic: 'other', language: number ? 'en' : 'es' })
      for (let number = 0; number < 3; number++) await send(`Web${number}`, { message: 'www.a www.b www.c' })
      await send('Otto', { otherParty: 'Gary Pitts' })
      await send('Gary Pitts', { email: 'gary@example.com' })
      return closeWindows
    })

    it('counts what may be spam on Today, and marks it at once', async () => {
      await page.goto(`${server.base}/desk`)
      const marked = await chore(async () => {
        await click(page.getByRole('link', { name: /^3 may be spam/ }))
        await click(page.getByRole('link', { name: 'Select all' }))
        await click(button('Mark as spam'))
      })
      expect(marked).toEqual({ clicks: 3, loads: 2, said: '3 inquiries were marked as spam.' })
    })

    it('declines five with a letter in seven clicks, and takes them back in one', async () => {
      const declineFive = () =>
        chore(async () => {
          for (let number = 0; number < 5; number++) await click(page.getByLabel(`Select Far${number}`))
          await click(page.getByText('Decline with a letter'))
          await click(button('Decline: Not our field'))
        })
      await page.goto(`${server.base}/desk/inquiries`)
      const declined = { clicks: 7, loads: 1, said: '5 inquiries were declined, each with the letter “Not our field”.' }
      expect(await declineFive()).toEqual(declined)
      const undone = await chore(() => click(button('Undo')))
      expect(undone).toEqual({ clicks: 1, loads: 1, said: '5 inquiries were taken back: no letter was sent.' })
      expect(await declineFive()).toEqual(declined)
    })

    it('is looked through with two clicks and one load for each, the urgent one first', async () => {
      await page.goto(`${server.base}/desk/inquiries`)
      const waiting = await page.locator('tbody tr').count()
      expect(waiting).toBeGreaterThanOrEqual(11)
      await page.goto(`${server.base}/desk`)
      await page.locator('tbody th a').first().click()
      for (let number = 0; number < waiting; number++) {
        const name = await page.locator('h1').innerText()
        if (number === 0) expect(name).toBe('Ula')
        const mark = page.locator('.forms').getByLabel('No conflict')
        const isPlain = await mark.isVisible()
        const triage = await chore(async () => {
          if (isPlain) await click(mark)
          await click(button('Take it'))
        })
        expect(triage).toEqual({ clicks: isPlain ? 2 : 1, loads: 1, said: expect.stringContaining('assigned to you.') })
        expect(triage.said).toContain(`${name}: `)
        expect(triage.said.includes('Marked “no conflict”.')).toBe(isPlain)
      }
      // All wait still; none without a member.
      await page.goto(`${server.base}/desk/inquiries`)
      expect(await page.locator('tbody .taken').count()).toBe(waiting)
    })
  })

  describe('news', () => {
    let page: Page
    beforeEach(async () => {
      page = await openDesk(server)
      await page.clock.install()
      return closeWindows
    })

    const news = () => page.locator('[data-news]')
    /** Moves the clock until the script's next request is answered. */
    const waitForAnswer = () =>
      Promise.all([
        page.waitForResponse((response) => response.url().includes('/desk/news')),
        page.clock.runFor(SEEN_MS),
      ])
    const show = () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
        document.dispatchEvent(new Event('visibilitychange'))
      })

    it('is not asked for while the page is hidden, and at once when it is seen again', async () => {
      await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
      let asked = 0
      page.on('request', (request) => (asked += request.url().includes('/desk/news') ? 1 : 0))
      await page.goto(`${server.base}/desk/inquiries`)
      const title = await page.title()
      await page.clock.runFor(10 * SEEN_MS)
      expect(asked).toBe(0)
      const reference = await inquire(server.base, { name: 'Nuala Late' })
      await show()
      await expect.poll(() => news().innerText()).toBe('1 new inquiry: show it')
      expect(await page.title()).toBe(`(1) ${title}`)
      await news().getByRole('link').click()
      await page.locator(`tbody a[href*="${reference}"]`).first().waitFor()
    })

    it('stops when the session has ended, and says so', async () => {
      await page.goto(`${server.base}/desk`)
      await page.context().clearCookies()
      await waitForAnswer()
      await expect.poll(() => news().innerText()).toContain('Your session has ended')
      let asked = 0
      page.on('request', () => (asked += 1))
      await page.clock.runFor(10 * SEEN_MS)
      await show()
      expect(asked).toBe(0)
      await news().getByRole('link', { name: 'Sign in again' }).click()
      await expect.poll(() => page.url()).toContain('/desk/sign-in')
    })
  })
})
