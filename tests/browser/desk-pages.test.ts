/**
 * The pages of the desk, and the claim page after its code: axe finds nothing, nothing is cut off on a phone though the words are the
 * longest that people can send, what is clicked is large enough, words stay whole, and paper shows what was said.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { askJson, inquire } from '../journeys/requests.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeOnOwnServer, LARGE_PHONE, open, overflows, PHONE } from './browser.ts'
import { LONG } from './day-inquiries.ts'
import { openDesk } from './desk-window.ts'

/** From a phone to a desk, CSS pixels; 1024 is where tables are tightest. */
const WIDTHS = [PHONE.width, 768, 1024, 1280]
const DESK = { width: 1280, height: 800 }
/** Width of paper. */
const PAPER = 720
/** Tabs at once: more do not go faster on two cores. */
const TABS = 2
/** A fingertip, CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET = 44

/** What can be clicked and is smaller than a fingertip, but for links within a sentence; and how many were measured. */
const targetsIn = async (page: Page) => {
  const targets = await page
    .locator(
      'header :is(a, button), main :is(a, button, summary, select, textarea, label:has(input), input:not([type=hidden], [type=checkbox]))',
    )
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { width, height } = element.getBoundingClientRect()
          const inSentence =
            element.tagName === 'A' &&
            getComputedStyle(element).display === 'inline' &&
            (element.parentElement?.innerText.length ?? 0) > (element as HTMLElement).innerText.length
          return { text: (element as HTMLElement).innerText || element.id, width, height, inSentence }
        }),
    )
  const small = targets
    // Half a pixel is lost where lines are no whole number of pixels high.
    .filter(({ width, height, inSentence }) => !inSentence && Math.min(width, height) < TARGET - 0.5)
    .map(({ text, width, height }) => `${text} is ${width} by ${height}`)
  return { count: targets.length, faults: small }
}

/** In a narrow window the name of its column stands before each cell of a table: it needs room there. Labels without it. */
const hiddenLabels = (page: Page) =>
  page.locator('.table:not(.inquiries) td[data-label]:not(.long)').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const label = getComputedStyle(cell, '::before')
        return label.content !== 'none' && parseFloat(getComputedStyle(cell).paddingLeft) < parseFloat(label.width)
      })
      .map((cell) => `${cell.getAttribute('data-label')} has no room`),
  )

/** Ordinary words of tables that are broken, and what is scrolled sideways; and how many words were looked at. */
const wordsIn = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    let count = 0
    for (const cell of document.querySelectorAll('th, td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // What is only heard, and ids, which are no words.
        let at = node.parentElement
        while (at && at !== cell.parentElement && at.tagName !== 'CODE' && getComputedStyle(at).clipPath === 'none')
          at = at.parentElement
        if (at !== cell.parentElement) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(
          /(?<![\p{L}\d])[\p{L}\d]{2,12}(-[\dA-Z]{4}\b)?(?![\p{L}\d])/gu,
        )) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          // A line that is cut short is there twice.
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
          if (lines > 0) count += 1
          if (lines > 1) faults.push(`“${word}” is broken`)
        }
      }
    }
    for (const element of document.querySelectorAll('main, main *'))
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        element.tagName !== 'TEXTAREA' &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      )
        faults.push(`${element.className} is scrolled`)
    return { count, faults }
  })

describeOnOwnServer('the pages of the desk', (server) => {
  let page: Page
  let paths: string[]
  let inquiryPath: string
  const desk = (path: string) => server.base + PATHS.desk + path
  const forPerson = (login_hint: string) =>
    askJson<{ claim: { user_code: string; verification_uri_complete: string } }>(
      server.base + PATHS.identity,
      jsonRequest({ type: 'service_auth', login_hint }),
    )
  beforeAll(async () => {
    // Enough for a page that is full.
    for (const name of [
      'Bo Li',
      'أحمد بن محمد العلي',
      'María del Carmen Hernández-Villanueva Rodríguez',
      ...Array.from({ length: 10 }, (_, index) => `Person ${index}`),
    ])
      await inquire(server.base, { name, topic: 'animal_law', language: 'es', message: 'A dog bit me. '.repeat(20) })
    const whole = { name: 'Margaret Oakenfield', phone: '386 555 0187', otherParty: 'Riverside Market' }
    inquiryPath = `/inquiries/${await inquire(server.base, whole)}`
    await forPerson(VALID_INQUIRY.email)
    page = await openDesk(server)
    await page.goto(desk('/claims'))
    const claim = String(await page.locator('tbody a').getAttribute('href')).replace(PATHS.desk, '')
    const lists = [
      '',
      '/inquiries',
      '/look-up',
      '/telephone',
      '/claims',
      '/clients',
      '/mail',
      '/staff',
      '/audit',
      '/month',
    ]
    paths = [...lists, '/nothing', inquiryPath, `${inquiryPath}/erase`, claim]
  })

  it('has nothing to click that is smaller than a fingertip, breaks no ordinary word of a table, scrolls nothing sideways, and prints nothing to fill in or to click', async () => {
    const faults: string[] = []
    let [targets, words] = [0, 0]
    for (const path of paths) {
      await page.goto(desk(path))
      for (const width of WIDTHS) {
        await page.setViewportSize({ ...PHONE, width })
        const [small, broken] = [await targetsIn(page), await wordsIn(page)]
        const wide = (await overflows(page)) ? ['the page is too wide'] : []
        const found = [...small.faults, ...broken.faults, ...wide, ...(await hiddenLabels(page))]
        faults.push(...found.map((fault) => `${path} ${width}: ${fault}`))
        targets += small.count
        words += broken.count
      }
      await page.setViewportSize({ ...PHONE, width: PAPER })
      await page.emulateMedia({ media: 'print' })
      const unprinted = page.locator(':is(form, button, summary, nav, .forms, .skip):visible')
      for (const html of await unprinted.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 60))))
        faults.push(`${path} on paper: ${html}`)
      if (path === inquiryPath) {
        const printed = await page.locator('body').innerText()
        for (const part of [VALID_INQUIRY.message, 'Heron Landing Law', 'Margaret Oakenfield', 'Conversation'])
          expect(printed).toContain(part)
        expect(printed).not.toContain('What comes next')
      }
      await page.emulateMedia({ media: 'screen' })
    }
    expect(faults).toEqual([])
    // Else nothing was looked at.
    expect([targets > 400, words > 100]).toEqual([true, true])
  })

  it('shows a dozen inquiries on two screens of a phone, and each is a link as a whole', async () => {
    await page.goto(desk('/inquiries'))
    await page.setViewportSize(LARGE_PHONE)
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBeGreaterThanOrEqual(12)
    const [first, twelfth] = [await rows.first().boundingBox(), await rows.nth(11).boundingBox()]
    expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(2 * LARGE_PHONE.height)
    const said = await rows.first().locator('.said').boundingBox()
    await page.mouse.click((said?.x ?? 0) + 5, (said?.y ?? 0) + (said?.height ?? 0) - 5)
    await page.waitForURL(/inquiries\/[^/]+$/)
  })

  it('changes several by keyboard, and nothing by Enter in a box', async () => {
    await page.setViewportSize(DESK)
    await page.goto(desk('/inquiries?status=new'))
    const boxes = page.getByRole('checkbox', { name: /^Select/ })
    const count = await boxes.count()
    for (const box of [boxes.nth(0), boxes.nth(1)]) {
      await box.focus()
      await page.keyboard.press('Space')
    }
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.getByRole('alert').innerText()).toContain('Nothing was done')
    expect([await boxes.count(), await page.locator('[name=pick]:checked').count()]).toEqual([count, 2])
    await page.getByRole('button', { name: 'Close' }).focus()
    await Promise.all([page.waitForURL(/done=close/), page.keyboard.press('Enter')])
    expect(await page.locator('.outcome').innerText()).toBe('2 inquiries were closed.')
    expect(await boxes.count()).toBe(count - 2)
  })

  it('shows a dozen inquiries at once on a laptop, a line each, and keeps its header low on a phone', async () => {
    await page.setViewportSize(DESK)
    await page.goto(desk('/inquiries'))
    const twelfth = await page.locator('tbody tr').nth(11).boundingBox()
    expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(DESK.height)
    await page.setViewportSize(LARGE_PHONE)
    expect((await page.locator('.desk-header').boundingBox())?.height).toBeLessThanOrEqual(100)
    await page.locator('.office summary').click()
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('heading', { name: /^What was done in/ }).waitFor()
  })

  // What comes now is not in the way of the words and the clicks above.
  it('have no fault that axe finds, and fit a phone, with the longest words too', async () => {
    const long = `/inquiries/${await inquire(server.base, LONG)}`
    const left = [...paths, long, `${long}/erase`, '/inquiries?status=all&select=all&done=close&count=2', '/addresses']
    const found: string[] = []
    const look = async () => {
      const tab = await page.context().newPage()
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await tab.goto(desk(path))
        found.push(...(await faultsOf(tab)).map((fault) => `${path} ${fault}`))
      }
    }
    await Promise.all(Array.from({ length: TABS }, look))
    expect(found).toEqual([])
    await page.goto(desk('/staff'))
    await page.getByRole('link', { name: 'Change name or roles' }).click()
    expect(await faultsOf(page)).toEqual([])
  })

  it('about a claim have none either, nor what its person sees', async () => {
    const { claim } = await forPerson(LONG.email)
    const person = await open(claim.verification_uri_complete)
    await person.locator('#code').fill(claim.user_code)
    await person.getByRole('button', { name: 'Continue' }).click()
    expect(await faultsOf(person, 'claim_checked')).toEqual([])
    await page.goto(desk('/claims'))
    expect(await faultsOf(page)).toEqual([])
    await page.locator('tbody a').last().click()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(desk('/addresses'))
    await page.getByLabel('E-mail address').fill(LONG.email)
    await page.getByRole('button', { name: 'See what is kept' }).click()
    await page.getByRole('button', { name: 'Forget it for good' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
