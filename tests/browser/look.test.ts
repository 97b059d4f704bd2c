/**
 * The look of the pages, measured: one grid, page heads on one line, one look for calling, and what a person in trouble sees first.
 */
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEM_CODES } from '../../src/problem.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { closeWindows, describeInBrowser, open, openWindow, overflows } from './browser.ts'
import { pathsOf } from './paths.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** Before the path of a page in each language. */
const LANGUAGES = ['', '/es']
const AREA = '/practice-areas/criminal-and-traffic/'
/** Highest drawing beside a title, CSS pixels. */
const HIGHEST_DRAWING = 128

const boxOf = async (locator: Locator) => {
  const box = await locator.first().boundingBox()
  if (!box) throw new Error(`Not shown: ${locator}`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
const linesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })

describeInBrowser('the look', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })
  afterEach(closeWindows)
  const openAt = (path: string, viewport = DESK): Promise<Page> => open(server.base + path, { viewport })

  describe.each(LANGUAGES)('of the home page: %j', (language) => {
    it('answers in one view who the firm is, what it does, who the lawyer is, and what to do at night', async () => {
      const page = await openAt(`${language}/`)
      const opening = page.locator('.opening')
      expect(await linesOf(opening.locator('h1'))).toBe(2)
      expect((await boxOf(opening.locator('.drawing'))).width).toBeLessThanOrEqual(240)
      expect(await opening.innerText()).toMatch(/animal/)
      expect((await boxOf(opening.getByText('Wren Fennimarsh-Example, Esq.'))).bottom).toBeLessThan(500)
      const strip = await boxOf(page.locator('.urgent.strip'))
      expect(await page.locator('.urgent.strip').innerText()).toMatch(/911[\s\S]*(leave a message|deje un mensaje)/)
      expect((await boxOf(page.locator('.areas h3'))).bottom).toBeLessThan(DESK.height)
      expect([strip.height < 140, (await boxOf(page.locator('#areas'))).y <= 700]).toEqual([true, true])
    })

    it('has one grid: its headings on the left, as the names of the areas, and the lists in one column', async () => {
      const page = await openAt(`${language}/`)
      const column = await boxOf(page.locator('.areas p'))
      const list = await boxOf(page.locator('.rows ol'))
      expect(list).toMatchObject({ x: column.x, width: column.width })
      expect((await boxOf(page.locator('.rows h2').last())).x).toBe((await boxOf(page.locator('.areas h3'))).x)
      expect(Math.abs((await boxOf(page.locator('.rows h2').last())).y - list.y)).toBeLessThan(12)
    })

    it('begins rows of one and of two lines at one height, and each row is one link', async () => {
      const page = await openAt(`${language}/`)
      const starts = await page.locator('.areas li').evaluateAll((rows) =>
        rows.map((row) => {
          const [name, text] = [row.querySelector('a'), row.querySelector('p')]
          return Math.round((name?.getClientRects()[0]?.bottom ?? 0) - (text?.getBoundingClientRect().top ?? 0))
        }),
      )
      expect(new Set(starts).size).toBe(1)
      const { x, y } = await boxOf(page.locator('.areas p'))
      await page.mouse.click(x + 20, y + 5)
      await page.waitForURL(/\/practice-areas\/.+/)
    })
  })

  it.each(LANGUAGES)(
    'has the head of every page on one line, with a small drawing on its rule: %j',
    async (language) => {
      const page = await openWindow()
      const faults: unknown[] = []
      const paths = (await pathsOf(server.base)).filter(
        (path) =>
          path.startsWith('/es') === (language === '/es') && !path.startsWith('/desk') && path !== `${language}/`,
      )
      expect(paths.length).toBeGreaterThan(12)
      for (const viewport of [DESK, PHONE]) {
        await page.setViewportSize(viewport)
        for (const path of paths) {
          await page.goto(server.base + path)
          const [title, drawing] = [await boxOf(page.locator('h1')), await boxOf(page.locator('.head .drawing'))]
          const rule = await page.locator('.head').evaluate((head) => {
            const lead = head.querySelector('.lead')
            const isUnderTitle = lead !== null && getComputedStyle(lead).borderTopStyle !== 'none'
            return isUnderTitle ? lead.getBoundingClientRect().top : head.getBoundingClientRect().bottom - 1
          })
          const stray = await page.locator('.head .drawing').evaluate((drawing) =>
            [...drawing.querySelectorAll('path')].some((path) => {
              const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number)
              const box = path.getBBox()
              return box.x < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1
            }),
          )
          if (stray) faults.push([path, 'draws beyond its box'])
          const top = viewport === DESK ? 166 : 186
          if (Math.round(title.y) !== top || drawing.height > HIGHEST_DRAWING || Math.abs(drawing.bottom - rule) > 1)
            faults.push([path, viewport.width, title.y, drawing.height, drawing.bottom - rule])
        }
      }
      expect(faults).toEqual([])
    },
  )

  it.each(['/faq/', '/es/privacy/', '/contact/', '/practice-areas/'])(
    'has the first paragraph below the title: %s',
    async (path) => {
      const page = await openAt(path)
      expect((await page.locator('.head .lead').innerText()).length).toBeGreaterThan(60)
      expect(
        await page
          .locator('.columns > .text > :first-child')
          .first()
          .evaluate(({ tagName }) => tagName),
      ).not.toBe(path === '/contact/' ? 'P' : undefined)
    },
  )

  it.each(LANGUAGES)(
    'has one look for calling, on each page where a call is the first thing to do: %j',
    async (language) => {
      const page = await openWindow({ viewport: DESK })
      const looks = new Set<string>()
      for (const path of ['/', '/contact/', AREA]) {
        await page.goto(server.base + language + path)
        const calls = page.locator('main .button[href^="tel:"]')
        expect(await calls.count(), path).toBeGreaterThan(0)
        for (const call of await calls.all())
          looks.add(
            await call.evaluate(
              (link) => `${getComputedStyle(link).color} on ${getComputedStyle(link).backgroundColor}`,
            ),
          )
        expect(await page.locator('main .urgent a[href^="tel:"]:not(.button)').count()).toBe(0)
      }
      expect([...looks]).toEqual(['rgb(255, 255, 255) on rgb(154, 63, 29)'])
      expect(
        await page.locator('.text .actions a').evaluateAll((links) => links.map((link) => link.getAttribute('class'))),
      ).toEqual(['button call', 'button'])
    },
  )

  it('has the menu of a phone on one line, and no current link moves its neighbours', async () => {
    for (const [path, width, most] of [
      ['/', 390, 162],
      ['/es/', 390, 162],
      ['/', 360, 164],
    ] as const)
      expect(
        (await boxOf((await openAt(path, { ...PHONE, width })).locator('.site-header'))).height,
        path,
      ).toBeLessThanOrEqual(most)
    const page = await openWindow({ viewport: DESK })
    const places = new Set<string>()
    for (const path of ['/', '/practice-areas/', '/about/', '/faq/', '/contact/']) {
      await page.goto(server.base + path)
      places.add(
        JSON.stringify(
          await page
            .locator('nav:first-of-type li a')
            .evaluateAll((links) => links.slice(0, 4).map((link) => link.getBoundingClientRect().x)),
        ),
      )
    }
    expect(places.size).toBe(1)
  })

  describe.each(LANGUAGES)('of the form: %j', (language) => {
    it('begins soon, and leaves no holes', async () => {
      const page = await openAt(`${language}/contact/`)
      expect((await boxOf(page.locator('#name'))).y).toBeLessThanOrEqual(800)
      expect((await boxOf(page.locator('#phone'))).width).toBeLessThanOrEqual(16 * 16)
      await page.locator('#message').fill('A few words.')
      const [label, count, text] = [
        page.locator('label[for=message]'),
        page.locator('.count'),
        page.locator('#message'),
      ]
      await expect.poll(() => count.innerText()).toMatch(/\d/)
      expect((await boxOf(count)).bottom).toBeLessThanOrEqual((await boxOf(text)).y)
      expect(Math.abs((await boxOf(count)).y - (await boxOf(label)).y)).toBeLessThan(8)
      expect((await boxOf(page.locator('label[for=language]'))).y - (await boxOf(text)).bottom).toBeLessThan(40)
      expect(await page.locator('label[for=topic]').innerText()).toMatch(/\((optional|opcional)\)/)
      expect(await page.locator('.notice p > strong:first-child').count()).toBe(3)
    })

    it('says first what is wrong when it is refused, without drawing and first paragraph', async () => {
      const page = await openAt(`${language}/contact/`, { width: 768, height: 800 })
      await page.locator('#contact-form button[type=submit]').click()
      const summary = await boxOf(page.locator('#errors'))
      for (const later of ['h1', '.urgent', '#name'])
        expect(summary.bottom, later).toBeLessThanOrEqual((await boxOf(page.locator(`main ${later}`))).y)
      for (const gone of ['.drawing', '.lead']) expect(await page.locator(`main ${gone}`).isVisible(), gone).toBe(false)
    })

    it('is followed by a foot of the page on one rhythm, with the colors on one line', async () => {
      for (const [viewport, most] of [
        [DESK, 410],
        [PHONE, language ? 969 : 869],
      ] as const) {
        const page = await openAt(`${language}/contact/`, viewport)
        expect((await boxOf(page.locator('.site-footer'))).height).toBeLessThanOrEqual(most)
        const tops = await page
          .locator('.colors label')
          .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top))
        expect([tops.length, new Set(tops).size]).toEqual([3, 1])
        const [colors, more] = [await boxOf(page.locator('.colors')), await boxOf(page.locator('footer nav'))]
        expect(Math.abs(colors.x - more.x)).toBeLessThan(3)
      }
    })
  })

  it.each(LANGUAGES)(
    'fills the column on the right, and ends the text with a rule of its width: %j',
    async (language) => {
      const page = await openAt(`${language}/about/`)
      const [text, facts] = [await boxOf(page.locator('.columns .text')), page.locator('.office')]
      expect((await boxOf(facts)).x).toBeGreaterThan(text.right)
      for (const fact of ['Wren Fennimarsh-Example, Esq.', 'Palatka, FL 32177', language ? 'español' : 'Spanish'])
        expect(await facts.innerText()).toContain(fact)
      expect((await boxOf(page.locator('.reviewed'))).width).toBe(text.width)
    },
  )

  it.each(LANGUAGES)('leads to the parts of a long page: %j', async (language) => {
    const page = await openAt(language + AREA)
    const parts = page.locator('.parts')
    expect((await boxOf(parts)).y).toBeGreaterThan((await boxOf(page.locator('.urgent'))).bottom)
    const targets = await parts
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(targets.length).toBe(await page.locator('main h2').count())
    for (const target of targets) expect(await page.locator(`h2${target}`).count(), target).toBe(1)

    await page.goto(`${server.base}${language}/faq/`)
    const groups = await page.locator('main h2').allInnerTexts()
    expect(await page.locator('.jump a').allInnerTexts()).toEqual(groups)
    expect(groups).toHaveLength(5)
    await page.locator('.jump a').last().click()
    await expect.poll(async () => (await boxOf(page.locator('main h2').last())).y).toBeLessThan(DESK.height)
    expect(await page.locator('.questions h3').count()).toBeGreaterThan(10)
  })

  it.each([360, PHONE.width])('breaks no code of a table within a word, %d px wide', async (width) => {
    const page = await openAt('/problems/', { ...PHONE, width })
    const codes = page.locator('td code')
    const broken = await codes.evaluateAll((all) =>
      all.flatMap((code) => {
        const lines = code.getClientRects().length
        return lines > (code.textContent.match(/-/g)?.length ?? 0) + 1 ? [code.textContent] : []
      }),
    )
    expect(broken).toEqual([])
    expect([await codes.count(), await overflows(page)]).toEqual([PROBLEM_CODES.length, false])
  })

  it.each(LANGUAGES)(
    'of the printed thanks has the reference, the day of the answer and the address of the site: %j',
    async (language) => {
      const page = await openAt(`${language}/contact/`)
      for (const [field, value] of [
        ['name', 'Ana Example'],
        ['email', 'ana@example.com'],
        ['message', 'A question.'],
      ] as const)
        await page.locator(`#${field}`).fill(value)
      await page.locator('#contact-form button[type=submit]').click()
      await page.waitForURL(/\/thanks\//)
      expect(await page.locator('h1').innerText()).toBe(language ? 'Recibimos su mensaje' : 'We have your message')
      expect(await page.locator('.printed').isVisible()).toBe(false)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.receipt').innerText()).toMatch(
        /[0-9A-Z]{4}-[0-9A-Z]{4}[\s\S]*(by \w+day, \w+ \d+|a más tardar el \S+, \d+ de \w+)/,
      )
      expect(await page.locator('.printed').innerText()).toBe(server.base)
      expect(await page.locator('main li').first().innerText()).not.toMatch(/reference|referencia/)
    },
  )
})
