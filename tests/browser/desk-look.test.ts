/**
 * The desk as it is drawn: what is clicked is large enough, words and figures stay whole at every width, and paper shows
 * what was said and not what could be clicked.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { VALID_INQUIRY, jsonRequest } from '../test-desk.ts'
import { describeInBrowser, open, overflows, PHONE } from './browser.ts'
import { openDesk } from './desk-window.ts'

/** From a phone to a desk, CSS pixels; 1024 is where tables are tightest. */
const WIDTHS = [PHONE.width, 768, 1024, 1280]
/** A fingertip, CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET = 44
/** Three lines of links and buttons, and the space around them. */
const HIGHEST_HEADER = 3 * TARGET + 20

describeInBrowser('the look of the desk', () => {
  let server: OwnServer
  let page: Page
  let paths: string[]
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })
  beforeAll(async () => {
    const inquiry = {
      ...VALID_INQUIRY,
      name: 'Margaret Oakenfield',
      phone: '386 555 0187',
      otherParty: 'Riverside Market',
    }
    const { reference } = (await (await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(inquiry))).json()) as {
      reference: string
    }
    await fetch(`${server.base}/agent/identity`, jsonRequest({ type: 'service_auth', login_hint: VALID_INQUIRY.email }))
    page = await openDesk(server)
    await page.goto(`${server.base}${PATHS.desk}/claims`)
    const claim = await page.locator('tbody a').getAttribute('href')
    const inquiryPath = `${PATHS.desk}/inquiries/${reference}`
    paths = [
      ...['', '/inquiries', '/look-up', '/claims', '/mail', '/staff', '/audit', '/nothing'].map(
        (path) => PATHS.desk + path,
      ),
      inquiryPath,
      `${inquiryPath}/erase`,
      String(claim),
    ]
  })

  /** Looks at every page, in every width, and collects what is wrong. */
  const faults = async (look: (width: number) => Promise<string[]>, widths = WIDTHS) => {
    const found: string[] = []
    for (const path of paths) {
      await page.goto(server.base + path)
      for (const width of widths) {
        await page.setViewportSize({ ...PHONE, width })
        found.push(...(await look(width)).map((fault) => `${path} ${width}: ${fault}`))
      }
    }
    return found
  }

  it('has nothing to click that is smaller than a fingertip, but for links within a sentence', async () => {
    let measured = 0
    const found = await faults(async () => {
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
      measured += targets.length
      // Half a pixel is lost where lines are no whole number of pixels high.
      return targets
        .filter(({ width, height, inSentence }) => !inSentence && Math.min(width, height) < TARGET - 0.5)
        .map(({ text, width, height }) => `${text} is ${width} by ${height}`)
    })
    expect(found).toEqual([])
    // Else nothing was looked at.
    expect(measured).toBeGreaterThan(400)
  })

  it('breaks no ordinary word of a table, and scrolls nothing sideways', async () => {
    let words = 0
    const found = await faults(async () => {
      const seen = await page.evaluate(() => {
        const broken: string[] = []
        let count = 0
        for (const cell of document.querySelectorAll('th, td')) {
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            for (const { 0: word, index } of (node.textContent ?? '').matchAll(
              /(?<![\p{L}\d])[\p{L}\d]{2,12}(-[\dA-Z]{4}\b)?(?![\p{L}\d])/gu,
            )) {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + word.length)
              const lines = range.getClientRects().length
              if (lines > 0) count += 1
              if (lines > 1) broken.push(`“${word}” is broken`)
            }
          }
        }
        const wide = [...document.querySelectorAll('main, main *')].filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
            element.tagName !== 'TEXTAREA',
        )
        if (document.documentElement.scrollWidth > innerWidth) broken.push('the page is too wide')
        return { count, broken: [...broken, ...wide.map(({ className }) => `${className} is scrolled`)] }
      })
      words += seen.count
      return seen.broken
    })
    expect(found).toEqual([])
    expect(words).toBeGreaterThan(100)
  })

  it('names the column before each value on a phone, and above all of them at a desk', async () => {
    await page.goto(`${server.base}${PATHS.desk}/inquiries`)
    const label = () =>
      page.locator('[data-label="Other side"]').evaluate((cell) => getComputedStyle(cell, '::before').content)
    await page.setViewportSize(PHONE)
    expect([await label(), await page.locator('thead').isVisible()]).toEqual(['"Other side"', false])
    await page.setViewportSize({ ...PHONE, width: 1280 })
    expect([await label(), await page.locator('thead').isVisible()]).toEqual(['none', true])
  })

  it('keeps the header low on a phone, and the figures in full rows', async () => {
    await page.goto(server.base + PATHS.desk)
    for (const width of WIDTHS) {
      await page.setViewportSize({ ...PHONE, width })
      expect((await page.locator('header').boundingBox())?.height, `header at ${width}`).toBeLessThanOrEqual(
        HIGHEST_HEADER,
      )
      const rows = await page.locator('.figures').evaluate((list) => {
        const ends = new Map<number, number>()
        for (const figure of list.children)
          ends.set(figure.getBoundingClientRect().top, figure.getBoundingClientRect().right)
        return [...ends.values()].map((end) => Math.round(list.getBoundingClientRect().right - end))
      })
      expect(rows.length, `rows of figures at ${width}`).toBeGreaterThan(1)
      expect(new Set(rows), `what is left of rows of figures at ${width}`).toEqual(new Set([0]))
    }
  })

  it('says on a phone whose desk it is, before anybody has signed in', async () => {
    const signedOutPage = await open(`${server.base}${PATHS.desk}`, { viewport: PHONE })
    expect(await signedOutPage.locator('header').innerText()).toContain('Heron Landing Law')
    expect(await overflows(signedOutPage)).toBe(false)
  })

  it('prints what was said, and nothing to fill in or to click', async () => {
    await page.emulateMedia({ media: 'print' })
    const found = await faults(
      async () =>
        page
          .locator('form, button, summary, nav, .forms, .skip')
          .evaluateAll((elements) =>
            elements.filter((element) => element.checkVisibility()).map(({ outerHTML }) => outerHTML.slice(0, 60)),
          ),
      [720],
    )
    expect(found).toEqual([])
    await page.goto(server.base + String(paths.find((path) => /inquiries\/[^/]+$/.test(path))))
    const printed = await page.locator('body').innerText()
    for (const part of [VALID_INQUIRY.message, 'Heron Landing Law', 'Margaret Oakenfield', 'History'])
      expect(printed).toContain(part)
    expect(printed).not.toContain('What comes next')
    await page.emulateMedia({ media: 'screen' })
  })
})
