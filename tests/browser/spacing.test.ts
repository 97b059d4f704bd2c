/**
 * The site when people space its text wider (WCAG 2.2, 1.4.12) on the smallest phone, and what is close to a border at a desk.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { jsonRequest } from '../test-desk.ts'
import { describeInBrowser, openWindow, overflows, PHONE } from './browser.ts'
import { pathsOf } from './paths.ts'

const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

describeInBrowser('text', () => {
  let server: OwnServer
  let page: Page
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })
  beforeAll(async () => {
    // A style of the reader is none of the page's, and is not bound by its policy.
    page = await openWindow({ bypassCSP: true, viewport: PHONE })
  })

  it('that is spaced wider reaches beyond the edge nowhere', async () => {
    const tooWide: string[] = []
    for (const path of await pathsOf(server.base)) {
      await page.goto(server.base + path)
      await page.addStyleTag({ content: SPACED })
      if (await overflows(page)) tooWide.push(path)
    }
    expect(tooWide).toEqual([])
  })

  it('of a telephone number stands in one line, and within its box', async () => {
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
        const numbers = await page.locator('main a[href^="tel:"]').evaluateAll((links) =>
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

  it('of the steps of a claim stands one below the other where there is no room beside', async () => {
    const starts = async (width: number) => {
      await page.setViewportSize({ ...PHONE, width })
      return new Set(
        await page
          .locator('.steps li')
          .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().left))),
      ).size
    }
    const post = async (path: string, body: unknown) =>
      (await fetch(server.base + path, jsonRequest(body))).json() as Promise<never>
    const { claim_token }: { claim_token: string } = await post('/agent/identity', { type: 'anonymous' })
    const { claim_attempt }: { claim_attempt: { verification_uri_complete: string } } = await post(
      '/agent/identity/claim',
      { claim_token, email: 'ana@example.com' },
    )
    const { search } = new URL(claim_attempt.verification_uri_complete)
    for (const path of [`/claim${search}`, `/es/claim${search}`]) {
      await page.goto(server.base + path)
      expect([await starts(PHONE.width), await starts(1280)], path).toEqual([
        1,
        await page.locator('.steps li').count(),
      ])
    }
  })
})
