/** What a person notices of the look of the pages: what stands in the first view, numbers that stay whole, and what is printed. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, LARGE_PHONE, open, openWindow, PHONE } from './browser.ts'

const DESK = { width: 1280, height: 800 }
/** Before the path of a page in each language. */
const LANGUAGES = ['', '/es']
const AREA = '/practice-areas/criminal-and-traffic/'

/** On a page of a width what is at most so high, or begins so far down, CSS pixels. */
const HEIGHTS = [
  ['/', 390, '.areas', 'y', 850],
  ['/', 768, '.areas', 'y', 680],
  ['/', 1280, '.areas', 'y', 690],
  ['/es/', 768, '.areas', 'y', 680],
  // More than in English only where the font is wide.
  ['/es/', 390, '.areas', 'y', 900],
  ['/es/', 1280, '.areas', 'y', 710],
  // A name in one line.
  ['/', 1280, '.areas li:nth-child(2) h3', 'height', 30],
  ['/', 390, '.site-footer', 'height', 580],
  ['/es/', 390, '.site-footer', 'height', 580],
  // Two buttons in one row.
  ['/practice-areas/criminal-and-traffic/', 390, '.bar', 'height', 70],
  ['/es/practice-areas/criminal-and-traffic/', 390, '.bar', 'height', 70],
  ['/', 768, '.site-header', 'height', 120],
  ['/contact/', 390, '#name', 'y', 820],
  ['/es/contact/', 390, '#name', 'y', 820],
  ['/contact/', 390, '#contact-form button[type=submit]', 'y', 1900],
  ['/es/contact/', 390, '#contact-form button[type=submit]', 'y', 1900],
] as const

const boxOf = async (locator: Locator) => {
  const box = await locator.first().boundingBox()
  if (!box) throw new Error(`Not shown: ${locator}`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

describeInBrowser('the look of the pages', (server) => {
  const openAt = (path: string, viewport = DESK): Promise<Page> => open(server.base + path, { viewport })

  it.each(LANGUAGES)(
    'answers in one view who the firm is, what it does, who the lawyer is, and what to do at night: %j',
    async (language) => {
      const page = await openAt(`${language}/`)
      expect(await page.locator('.opening').innerText()).toMatch(/animal/)
      expect((await boxOf(page.locator('.opening').getByText('Wren Fennimarsh-Example, Esq.'))).bottom).toBeLessThan(
        500,
      )
      expect(await page.locator('.urgent.strip').innerText()).toContain('911')
      expect((await boxOf(page.locator('.areas h3'))).bottom).toBeLessThan(DESK.height)
      // The whole row of an area is a link.
      const { x, y } = await boxOf(page.locator('.areas p'))
      await page.mouse.click(x + 20, y + 5)
      await page.waitForURL(/\/practice-areas\/.+/)
    },
  )

  it.each(LANGUAGES)('says first what is wrong when the form is refused: %j', async (language) => {
    const page = await openAt(`${language}/contact/`)
    await page.locator('#contact-form button[type=submit]').click()
    const summary = await boxOf(page.locator('#errors'))
    for (const later of ['h1', '.urgent', '#name'])
      expect(summary.bottom, later).toBeLessThanOrEqual((await boxOf(page.locator(`main ${later}`))).y)
  })

  it('has heights that keep what matters in sight', async () => {
    const page = await openWindow()
    const measured: Record<string, number> = {}
    for (const [path, width, selector, side] of HEIGHTS) {
      await page.setViewportSize({ width, height: LARGE_PHONE.height })
      await page.goto(server.base + path)
      measured[`${path} ${width} ${selector}`] = (await boxOf(page.locator(selector)))[side]
    }
    // Text twice as large.
    await page.setViewportSize(LARGE_PHONE)
    await page.goto(`${server.base}/contact/`)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    for (const [selector, side] of [
      ['.site-header', 'height'],
      ['#name', 'y'],
    ] as const)
      measured[`200 % ${selector}`] = (await boxOf(page.locator(selector)))[side]
    // With one fault.
    await page.goto(`${server.base}/contact/`)
    for (const id of ['name', 'phone', 'message']) await page.locator(`#${id}`).fill('386 555 0187')
    await page.locator('#contact-form button[type=submit]').click()
    await page.locator('#errors').waitFor()
    measured['refused #name'] = (await boxOf(page.locator('#name'))).y
    const most: Record<string, number> = {
      ...Object.fromEntries(HEIGHTS.map(([path, width, selector, , most]) => [`${path} ${width} ${selector}`, most])),
      '200 % .site-header': 250,
      '200 % #name': 2 * LARGE_PHONE.height,
      'refused #name': 500,
    }
    expect(Object.keys(measured)).toEqual(Object.keys(most))
    for (const [what, height] of Object.entries(measured)) expect(height, what).toBeLessThanOrEqual(most[what] ?? 0)
  })

  it.each(LANGUAGES)('leads to the parts of a long page: %j', async (language) => {
    const page = await openAt(language + AREA)
    const parts = page.locator('.parts')
    expect((await boxOf(parts)).y).toBeGreaterThan((await boxOf(page.locator('.urgent'))).bottom)
    const targets = await parts
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(targets.length).toBe(await page.locator('main h2').count())

    await page.goto(`${server.base}${language}/faq/`)
    const groups = await page.locator('main h2').allInnerTexts()
    expect(await page.locator('.jump a').allInnerTexts()).toEqual(groups)
    expect(groups).toHaveLength(5)
    await page.locator('.jump a').last().click()
    await expect.poll(async () => (await boxOf(page.locator('main h2').last())).y).toBeLessThan(DESK.height)
    expect(await page.locator('.questions h3').count()).toBeGreaterThan(10)
  })

  it('has each telephone number in one line, and within its box', async () => {
    const page = await openWindow()
    const faults: string[] = []
    let count = 0
    for (const path of [
      '/contact/',
      '/es/contact/',
      '/faq/',
      '/es/privacy/',
      '/thanks/',
      '/practice-areas/animal-law/',
      '/es/practice-areas/animal-law/',
    ]) {
      await page.goto(server.base + path)
      for (const width of [PHONE.width, 768, 1280]) {
        await page.setViewportSize({ ...PHONE, width })
        const numbers = await page.locator('main a[href^="tel:"]:visible').evaluateAll((links) =>
          links.map((link) => {
            const range = document.createRange()
            const text = link.firstChild as Text
            range.setStart(text, text.data.indexOf('('))
            range.setEnd(text, text.data.length)
            const [box, line] = [
              link.closest('p, li, div, aside')?.getBoundingClientRect(),
              range.getBoundingClientRect(),
            ]
            return { lines: range.getClientRects().length, inside: line.right <= (box?.right ?? 0) + 0.5 }
          }),
        )
        count += numbers.length
        if (numbers.some(({ lines, inside }) => lines !== 1 || !inside))
          faults.push(`${path} ${width}: ${JSON.stringify(numbers)}`)
      }
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(20)
  })

  it('of the printed thanks has the reference, the day of the answer and the address of the site', async () => {
    const page = await openAt('/contact/')
    for (const [field, value] of [
      ['name', 'Ana Example'],
      ['email', 'ana@example.com'],
      ['message', 'A question.'],
    ] as const)
      await page.locator(`#${field}`).fill(value)
    await page.getByLabel('I have read this').check()
    await page.locator('#contact-form button[type=submit]').click()
    await page.waitForURL(/\/thanks\//)
    expect(await page.locator('.printed').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.receipt').innerText()).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}[\s\S]*by \w+day, \w+ \d+/)
    expect(await page.locator('.printed').innerText()).toBe(server.base)
  })
})
