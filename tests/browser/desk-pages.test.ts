/**
 * The pages of the desk, and the claim page after its code: axe finds nothing, nothing is cut off on a phone though the words are the
 * longest that people can send, what is clicked is large enough, words stay whole, and paper shows what was said.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeOnOwnServer, LARGE_PHONE, open, PHONE } from './browser.ts'
import { openDesk } from './desk-window.ts'

/** From a phone to a desk, CSS pixels; 1024 is where tables are tightest. */
const WIDTHS = [PHONE.width, 768, 1024, 1280]
const DESK = { width: 1280, height: 800 }
/** A fingertip, CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET = 44

const LONG = {
  name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  email: `${'long'.repeat(15)}@${'example.'.repeat(10)}com`,
  otherParty: 'x'.repeat(100),
  message: `${'w'.repeat(300)}\n${'a story '.repeat(100)}`,
}

describeOnOwnServer('the pages of the desk', (server) => {
  let page: Page
  let paths: string[]
  beforeAll(async () => {
    const inquiry = {
      ...VALID_INQUIRY,
      name: 'Margaret Oakenfield',
      phone: '386 555 0187',
      otherParty: 'Riverside Market',
    }
    // Enough for a page that is full.
    for (const name of [
      'Bo Li',
      'أحمد بن محمد العلي',
      'María del Carmen Hernández-Villanueva Rodríguez',
      ...Array.from({ length: 10 }, (_, index) => `Person ${index}`),
    ])
      await fetch(
        `${server.base}/api/v1/inquiries`,
        jsonRequest({
          ...VALID_INQUIRY,
          name,
          topic: 'animal_law',
          language: 'es',
          message: 'A dog bit me. '.repeat(20),
        }),
      )
    const { reference } = (await (await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(inquiry))).json()) as {
      reference: string
    }
    await fetch(`${server.base}/agent/identity`, jsonRequest({ type: 'service_auth', login_hint: VALID_INQUIRY.email }))
    page = await openDesk(server)
    await page.goto(`${server.base}${PATHS.desk}/claims`)
    const claim = await page.locator('tbody a').getAttribute('href')
    const inquiryPath = `${PATHS.desk}/inquiries/${reference}`
    paths = [
      ...['', '/inquiries', '/look-up', '/telephone', '/claims', '/mail', '/staff', '/audit', '/nothing'].map(
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
            // What is only heard, and ids, which are no words.
            const parents = [
              ...(function* up(from) {
                for (let parent = from; parent && parent !== cell.parentElement; parent = parent.parentElement)
                  yield parent
              })(node.parentElement),
            ]
            if (parents.some((parent) => parent.tagName === 'CODE' || getComputedStyle(parent).clipPath !== 'none'))
              continue
            for (const { 0: word, index } of (node.textContent ?? '').matchAll(
              /(?<![\p{L}\d])[\p{L}\d]{2,12}(-[\dA-Z]{4}\b)?(?![\p{L}\d])/gu,
            )) {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + word.length)
              // A line that is cut short is there twice.
              const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
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

  it('shows a dozen inquiries on two screens of a phone, and each is a link as a whole', async () => {
    await page.goto(`${server.base}${PATHS.desk}/inquiries`)
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
    const list = `${server.base}${PATHS.desk}/inquiries?status=new`
    await page.goto(list)
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
    expect(await page.locator('.outcome[role=status]').innerText()).toBe('2 inquiries were closed.')
    expect(await boxes.count()).toBe(count - 2)
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

  // What comes now is not in the way of the words and the clicks above.
  it('have no fault that axe finds, and fit a phone', async () => {
    const { reference } = (await (await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(LONG))).json()) as {
      reference: string
    }
    const long = `${PATHS.desk}/inquiries/${reference}`
    const several = `${PATHS.desk}/inquiries?status=all&select=all&done=close&count=2`
    const found: Record<string, string[]> = {}
    for (const path of [...paths, long, `${long}/erase`, several, `${PATHS.desk}/addresses`]) {
      await page.goto(server.base + path)
      found[path] = await faultsOf(page)
    }
    await page.goto(`${server.base}${PATHS.desk}/staff`)
    await page.getByRole('link', { name: 'Change the name' }).click()
    found[page.url()] = await faultsOf(page)
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([])
  })

  it('about a claim have none either, nor what its person sees', async () => {
    const { claim } = (await (
      await fetch(`${server.base}/agent/identity`, jsonRequest({ type: 'service_auth', login_hint: LONG.email }))
    ).json()) as { claim: { user_code: string; verification_uri_complete: string } }
    const person = await open(claim.verification_uri_complete)
    await person.locator('#code').fill(claim.user_code)
    await person.getByRole('button', { name: 'Continue' }).click()
    expect(await faultsOf(person, 'claim_checked')).toEqual([])
    await page.goto(`${server.base}${PATHS.desk}/claims`)
    expect(await faultsOf(page)).toEqual([])
    await page.locator('tbody a').last().click()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.base}${PATHS.desk}/addresses`)
    await page.getByLabel('E-mail address').fill(LONG.email)
    await page.getByRole('button', { name: 'See what is kept' }).click()
    await page.getByRole('button', { name: 'Forget it for good' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
