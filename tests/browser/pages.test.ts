/** Checks every page of the site and of the desk in a browser. `npm run screens` keeps the same views as pictures. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayAt } from '../../src/dates.ts'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import type { Firm } from '../../src/firm/firm.ts'
import { API_ROOT, PATHS } from '../../src/site.ts'
import { availability } from '../../src/views/open-line.ts'
import { askJson, inquire } from '../journeys/requests.ts'
import { rowsOf } from '../table.ts'
import type { Claimable } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, focused, LARGE_PHONE, open, openWindow, overflows, PHONE, openDesk } from './browser.ts'
import { type Load, loadIn } from './load.ts'

/** Windows at once: more do not go faster on two cores. */
const WINDOWS = 3
/** Bytes of a first load with all that the page needs. */
const HEAVIEST = 50 * 1024
const HEAVIEST_HOME = 30 * 1024
/** The form is compressed when it is drawn. */
const HEAVIEST_FORM = 34 * 1024
/** Scripts: that of the opening hours; pages of the form and of signing in have their own too. */
const [HEAVIEST_SCRIPT, HEAVIEST_SCRIPTS] = [1024, 4 * 1024]
const SPANISH = 'Este sitio en español'
/** CSS pixels of a fingertip: WCAG 2.2, 2.5.5. */
const TARGET = 44
const LAPTOP = { width: 1280, height: 800 }
/** Larger pictures are loaded for it. */
const SHARP = { deviceScaleFactor: 3 }
const PAPER = 720
const LANGUAGES = ['', '/es']
const LONG = {
  name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  email: `${'long'.repeat(15)}@${'example.'.repeat(10)}com`,
  message: `${'w'.repeat(300)}\n${'a story '.repeat(100)}`,
}

/** No search engine lists these pages. */
const UNLISTED =
  '/problems/ /nothing-here/ /claim /es/claim /status/ /es/status/x /thanks/K7QM-2F9D/ /es/thanks/K7QM-2F9D/ /desk/sign-in'

/** Readers enlarge text and space it wider (WCAG 2.2, 1.4.4 and 1.4.12). */
const READERS = [
  [LARGE_PHONE, ':root { font-size: 200% !important }'],
  [
    PHONE,
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  ],
] as const

const boxOf = async (locator: Locator) => {
  const box = await locator.first().boundingBox()
  if (!box) throw new Error(`Not shown: ${locator}`)
  return { ...box, bottom: box.y + box.height }
}

/** @returns the growth of the page for each of them: 0 where it does not grow, or becomes too wide */
async function growthFor(page: Page): Promise<number[]> {
  const grown: number[] = []
  for (const [viewport, style] of READERS) {
    await page.setViewportSize(viewport)
    const growth = await page.evaluate((rules) => {
      const before = document.body.scrollHeight
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
      return document.body.scrollHeight - before
    }, style)
    grown.push((await overflows(page)) ? 0 : growth)
    await page.evaluate(() => (document.adoptedStyleSheets = []))
  }
  return grown
}

/** @returns the size of the link to the Spanish page on a phone, CSS pixels; 0 where it is missing */
async function offerOf(page: Page): Promise<number> {
  await page.setViewportSize(LARGE_PHONE)
  return page.evaluate((words) => {
    const links = [...document.querySelectorAll<HTMLElement>('header a[lang=es]')]
    const box = links.find(({ textContent }) => textContent === words)?.getBoundingClientRect()
    return box && box.bottom < innerHeight / 4 ? box.height : 0
  }, SPANISH)
}

/** Controls and facts that a wide window shows and a phone does not. */
async function missingOnPhone(page: Page): Promise<string[]> {
  const shownAt = async (width: number) => {
    await page.setViewportSize({ ...PHONE, width })
    return page
      .locator('main :is(input, select, textarea, button, label, dt, dd)')
      .evaluateAll((all) =>
        all.map((one) => (one.checkVisibility() ? '' : `${one.outerHTML.slice(0, 80)} is not shown`)),
      )
  }
  const wide = await shownAt(LAPTOP.width)
  return (await shownAt(PHONE.width)).filter((missing, index) => missing !== '' && wide[index] === '')
}

/** Links within a sentence may be smaller than a fingertip. */
const smallTargetsIn = (page: Page) =>
  page
    .locator(
      'header :is(a, button), main :is(a, button, summary, select, textarea, label:has(input), input:not([type=hidden], [type=checkbox], [type=radio]))',
    )
    .evaluateAll((elements, least) => {
      const isInSentence = (element: HTMLElement) =>
        element.tagName === 'A' &&
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.innerText.length ?? 0) > element.innerText.length
      const targets = elements.filter((element) => element.checkVisibility()) as HTMLElement[]
      return targets.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        // Lines that are no whole number of pixels high lose half a pixel.
        const isSmall = !isInSentence(element) && Math.min(width, height) < least - 0.5
        return isSmall ? [`${element.innerText || element.id} is ${width} by ${height}`] : []
      })
    }, TARGET)

describeInBrowser('the pages', (server) => {
  const pages: { path: string; load: Load; faults: string[]; growth: number[]; offer: number }[] = []

  async function paths(): Promise<string[]> {
    const { status_url } = await askJson(`${server.base}${API_ROOT}/inquiries`, jsonRequest(VALID_INQUIRY))
    const status = new URL(status_url ?? '').pathname
    const sitemap = await (await fetch(`${server.base}/sitemap.xml`)).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname)
    return [...listed, ...UNLISTED.split(' '), status, `/es${status}`]
  }

  beforeAll(async () => {
    const rest = await paths()
    const look = async () => {
      for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
        let page = await openWindow(SHARP)
        let load = await loadIn(page, server.base + path)
        // A page that is painted while it still arrives may move once. Where something has no place of its own, it moves each time.
        if (load.shift !== 0) {
          await page.context().close()
          page = await openWindow(SHARP)
          load = await loadIn(page, server.base + path)
        }
        const faults = [...(await faultsOf(page)), ...(await missingOnPhone(page))]
        pages.push({ path, load, faults, growth: await growthFor(page), offer: await offerOf(page) })
        await page.context().close()
      }
    }
    await Promise.all(Array.from({ length: WINDOWS }, look))
  })

  it('have no fault that axe finds, and fit a phone', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter(({ faults }) => faults.length > 0).map(({ path, faults }) => [path, faults])).toEqual([])
  })

  it('are light, and have no script but those of the opening hours, the form and passkeys', () => {
    const isHeavy = ({ path, load }: (typeof pages)[number]) =>
      load.bytes > HEAVIEST || load.scripts > (/contact|thanks|sign-in/.test(path) ? HEAVIEST_SCRIPTS : HEAVIEST_SCRIPT)
    expect(pages.filter(isHeavy).map(({ path, load }) => [path, load])).toEqual([])
    for (const home of pages.filter(({ path }) => /^\/(es\/)?$/.test(path)))
      expect(home.load.bytes, JSON.stringify(home.load)).toBeLessThan(HEAVIEST_HOME)
    const form = pages.find(({ path }) => path === '/contact/')?.load
    expect(form?.bytes).toBeLessThan(HEAVIEST_FORM)
    // Without these nothing was measured.
    expect(form?.scripts).toBeGreaterThan(0)
    expect(pages.every(({ load }) => load.bytes > 5000)).toBe(true)
  })

  it('bring no file again when the home page is opened once more', async () => {
    const page = await open(`${server.base}/`)
    // This also loads what is below the first view.
    for (const picture of await page.locator('main img').all())
      await picture.evaluate((one: HTMLImageElement) => Object.assign(one, { loading: 'eager' }).decode())
    await page.goto(`${server.base}/faq/`)
    await page.goto(`${server.base}/`)
    const again = await page.evaluate(() =>
      ['navigation', 'resource']
        .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
        // A response without a body counts as 300 bytes (Resource Timing, transferSize).
        .filter(({ transferSize }) => transferSize > 300)
        .map(({ name }) => name),
    )
    expect(again).toEqual([])
  })

  it('ask no one else for anything, stand still while they load, and give the browser nothing to complain of', () => {
    const disturbs = ({ load }: (typeof pages)[number]) =>
      load.elsewhere.length > 0 || load.shift !== 0 || load.complaints.length > 0
    expect(pages.filter(disturbs).map(({ path, load }) => [path, load])).toEqual([])
  })

  it('grow with text that readers make larger or space wider, and none is then too wide', () => {
    const fixed = pages.filter(({ growth }) => growth.some((more) => more <= 0))
    expect(fixed.map(({ path, growth }) => [path, growth])).toEqual([])
  })

  it('offer a reader of Spanish their language at the top, without a script too', async () => {
    const english = pages.filter(({ path }) => !/^\/(es|desk)\//.test(path))
    const hidden = english.filter(({ offer }) => offer < TARGET)
    expect(hidden.map(({ path, offer }) => [path, offer])).toEqual([])
    const page = await open(`${server.base}/faq/`, { locale: 'es-MX', javaScriptEnabled: false })
    await page.getByRole('link', { name: SPANISH }).click()
    expect(new URL(page.url()).pathname).toBe('/es/faq/')
  })

  it('have each telephone number in one line', async () => {
    const linesOf = (links: Element[]) =>
      links.map(({ firstChild }) => {
        const [range, text] = [document.createRange(), firstChild as Text]
        range.setStart(text, text.data.indexOf('('))
        range.setEnd(text, text.data.length)
        return range.getClientRects().length
      })
    const page = await openWindow()
    for (const path of ['/faq/', '/es/privacy/', '/es/practice-areas/animal-law/']) {
      await page.goto(server.base + path)
      for (const width of [PHONE.width, 768, 1280]) {
        await page.setViewportSize({ ...PHONE, width })
        const lines = await page.locator('main a[href^="tel:"]:visible').evaluateAll(linesOf)
        expect(new Set(lines), `${path} ${width}`).toEqual(new Set([1]))
      }
    }
  })

  it.each(LANGUAGES)('answer at home who the firm is, what it does, and what to do at night: %j', async (language) => {
    const page = await open(`${server.base}${language}/`, { viewport: LAPTOP })
    const opening = page.locator('.opening')
    expect(await opening.innerText()).toMatch(/animal/)
    expect((await boxOf(opening.getByRole('link', { name: 'Wren' }))).bottom).toBeLessThan(570)
    expect(await page.locator('.urgent.strip').innerText()).toContain('911')
    // The whole row of an area is a link.
    const { x, y } = await boxOf(page.locator('.areas p'))
    await page.mouse.click(x + 20, y + 5)
    await page.waitForURL(/\/practice-areas\/.+/)
  })

  it.each(LANGUAGES)('say first what is wrong in the form, without a fault: %j', async (language) => {
    const page = await open(`${server.base}${language}/contact/`, { viewport: LAPTOP })
    await page.locator('#contact-form button[type=submit]').click()
    const { bottom } = await boxOf(page.locator('#errors'))
    for (const later of ['h1', '.urgent', '#name'])
      expect(bottom, later).toBeLessThanOrEqual((await boxOf(page.locator(`main ${later}`))).y)
    expect(await faultsOf(page, `${language.slice(1)}contact_wrong`)).toEqual([])
  })

  it('have on the printed thanks the reference, the day of the answer and the address of the site', async () => {
    const page = await open(`${server.base}/contact/`)
    for (const [field, value] of Object.entries(VALID_INQUIRY)) await page.locator(`#${field}`).fill(value)
    await page.getByLabel('I have read this').check()
    await page.locator('#contact-form button[type=submit]').click()
    await page.waitForURL(/\/thanks\//)
    expect(await page.locator('.printed').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.receipt').innerText()).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}[\s\S]*by \w+day, \w+ \d+/)
    expect(await page.locator('.printed').innerText()).toBe(server.base)
  })

  describe('of the desk', () => {
    let page: Page
    const desk = (path: string) => server.base + PATHS.desk + path
    const inquiryOf = async (inquiry: object) => `/inquiries/${await inquire(server.base, inquiry)}`
    beforeAll(async () => {
      page = await openDesk(server)
    })
    const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
    /** @returns the path of its person's page */
    async function openMarked(inquiry: object): Promise<string> {
      const sent = await askJson(`${server.base}${API_ROOT}/inquiries`, jsonRequest({ ...VALID_INQUIRY, ...inquiry }))
      await page.goto(desk(`/inquiries/${sent.reference}`))
      // Without a list of clients, the mark needs the tick.
      await page.locator('.conflicts summary').first().click()
      await page.getByLabel('Our own system was checked too').check()
      await page.getByRole('radio', { name: 'No conflict', exact: true }).check()
      await press('Mark')
      await page.getByText('Marked “no conflict”.').waitFor()
      return new URL(sent.status_url ?? '').pathname
    }

    /** Fills in the letter that asks for more. */
    async function write(question: string): Promise<void> {
      await page.getByRole('link', { name: 'Please tell us more' }).click()
      await page.locator('.letters [aria-current]').waitFor()
      const reply = page.getByLabel(/^Reply to/)
      await reply.fill((await reply.inputValue()).replace(/\[.*\]/, question))
    }

    it('have no fault that axe finds, fit a phone with the longest words too, and nothing to click that is too small', async () => {
      await inquire(server.base, { name: 'أحمد بن محمد العلي', language: 'es', message: 'A dog bit me. '.repeat(20) })
      const date = dayAt(Date.now() + DAY_MS)
      await inquire(server.base, { ...LONG, topic: 'criminal_traffic', language: 'es', urgent: true, date })
      const [long, plain] = [await inquiryOf(LONG), await inquiryOf({ otherParty: 'Riverside Market' })]
      const hidden = await inquiryOf({ otherParty: 'Gary Pitts' })
      await inquire(server.base, { name: 'Gary Pitts' })
      const lists = 'inquiries look-up telephone claims clients mail staff audit month addresses nothing'.split(' ')
      const several = '/inquiries?status=all&select=all&done=close&count=2'
      const pages = ['', several, plain, `${plain}/erase`, long, `${long}/erase`, hidden]
      const rest = [...pages, ...lists.map((name) => `/${name}`)]
      const found: string[] = []
      const look = async () => {
        const tab = await page.context().newPage()
        for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
          await tab.goto(desk(path))
          const faults = [...(await faultsOf(tab)), ...(await missingOnPhone(tab))]
          for (const width of [LAPTOP.width, PHONE.width]) {
            await tab.setViewportSize({ ...PHONE, width })
            faults.push(...(await smallTargetsIn(tab)))
          }
          found.push(...faults.map((fault) => `${path} ${fault}`))
        }
      }
      await Promise.all(Array.from({ length: WINDOWS }, look))
      expect(found).toEqual([])
      await page.goto(desk(hidden))
      await page.locator('summary').getByText('Read it all the same').click()
      await page.getByLabel('Reason for reading it').fill('To see who it is.')
      await press('Read it and record the reason')
      await page.getByText(VALID_INQUIRY.message).waitFor()
      expect(await faultsOf(page, 'desk_hidden_read')).toEqual([])
    })

    it('of an owner have no fault: roles, the key of a new member, a list of clients', async () => {
      await page.goto(desk('/staff'))
      await page.getByRole('link', { name: 'Change name or roles' }).click()
      expect(await faultsOf(page)).toEqual([])
      await page.goto(desk('/staff'))
      await page.locator('summary', { hasText: 'Add a member' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Carl Clerk')
      await press('Add, and show the key')
      await page.getByText(/DESK(-[0-9A-Z]{4}){10}/).waitFor()
      expect(await faultsOf(page, 'desk_staff_key')).toEqual([])
      await page.goto(desk('/clients'))
      const buffer = Buffer.from('name,role\nOkeechobee Boat Works,client\n')
      await page.getByLabel('CSV file').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
      await press('Import the list')
      await page.getByText('1 entry').first().waitFor()
      expect(await faultsOf(page, 'desk_clients_list')).toEqual([])
    })

    it('about a question have no fault, nor what its person sees, and a refused answer has the focus on its errors', async () => {
      const path = await openMarked({ message: 'May I come?' })
      await write('When was it?')
      expect(await faultsOf(page, 'desk_ask')).toEqual([])
      await press('Send the reply')
      await page.locator('.done').waitFor()
      for (const [language, label, send] of [
        ['/es', 'Su respuesta', 'Enviar la respuesta'],
        ['', 'Your answer', 'Send the answer'],
      ] as const) {
        const person = await open(server.base + language + path)
        expect(await faultsOf(person, `asked${language.slice(1)}`)).toEqual([])
        await person.getByLabel(label).fill(' ')
        await press(send, person)
        await expect.poll(() => focused(person)).toBe('errors')
        expect(await faultsOf(person, `asked_refused${language.slice(1)}`)).toEqual([])
        await person.getByLabel(label).fill('In the evening.')
        await press(send, person)
        await person.locator('#errors').waitFor({ state: 'detached' })
      }
      await page.reload()
      await page.getByText('In the evening.').waitFor()
      expect(await faultsOf(page, 'desk_answered')).toEqual([])
    })

    it('about an appointment have no fault, nor what its person sees, and the words of a refused form stay', async () => {
      const path = await openMarked({ name: LONG.name })
      await page.getByRole('link', { name: 'Make an appointment' }).click()
      await page.locator('main button[value=set]').waitFor()
      expect(await faultsOf(page, 'desk_appointment')).toEqual([])
      const values = { day: dayAt(Date.now() + 30 * DAY_MS), time: '09:30', minutes: '30', url: 'http://video.example' }
      for (const [name, value] of Object.entries(values)) await page.locator(`main [name=${name}]`).fill(value)
      await page.locator('main [name=kind]').selectOption('video')
      await page.locator('main button[value=set]').click()
      await page.getByRole('alert').waitFor()
      expect(await page.locator('main [name=url]').inputValue()).toBe(values.url)
      expect(await faultsOf(page, 'desk_appointment_refused')).toEqual([])
      await page.locator('main [name=url]').fill('https://video.example/room')
      await page.locator('main button[value=set]').click()
      await page.locator('main button[value=cancelled]').waitFor()
      expect(await faultsOf(page, 'desk_appointment_made')).toEqual([])
      for (const language of LANGUAGES) {
        const person = await open(server.base + language + path)
        await person.locator('.appointment').waitFor()
        expect(await faultsOf(person)).toEqual([])
      }
    })

    it('show an inquiry with what can be done beside its message, below it on a phone, and print what was said', async () => {
      await page.setViewportSize(LAPTOP)
      await page.goto(desk(await inquiryOf({ name: 'Margaret Oakenfield' })))
      const box = (selector: string) => boxOf(page.locator(selector))
      expect((await box('.forms')).x).toBeGreaterThan((await box('.said')).x + (await box('.said')).width)
      await page.setViewportSize(LARGE_PHONE)
      expect((await box('.forms')).y).toBeGreaterThan((await box('.reply')).y)
      await page.setViewportSize({ ...PHONE, width: PAPER })
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator(':is(form, button, summary, nav, .forms, .skip):visible').count()).toBe(0)
      const printed = await page.locator('body').innerText()
      for (const part of [VALID_INQUIRY.message, 'Heron Landing Law', 'Margaret Oakenfield', 'Conversation'])
        expect(printed).toContain(part)
      // The name of another person.
      expect(printed).not.toContain('Next:')
      await page.emulateMedia({ media: 'screen' })
    })

    it('keep what matters in sight, as do those of the site', async () => {
      const date = dayAt(Date.now() + 19 * DAY_MS)
      const person = { name: 'Margaret Oakenfield', email: 'margaret.oakenfield@example.com', phone: '386 555 0187' }
      const said = { topic: 'wills_trusts', date, message: 'She wants to change her will.' }
      const status = await openMarked({ ...person, ...said })
      const paths: Readonly<Record<string, string>> = { inquiry: new URL(page.url()).pathname, status }
      await write('Who has the will?')
      await press('Send the reply')
      await page.locator('.done').waitFor()
      // No matter when the test runs, the office is closed, and the name of the next day is the longest.
      const firm = await askJson<Firm>(`${server.base}${API_ROOT}/firm`)
      const closed = String(await availability('en', firm, new Date('2026-11-25T04:00Z'), true))
      const drawAgain = (line: Element, hours: string) => {
        line.parentElement?.querySelector('.open-state')?.remove()
        line.outerHTML = hours
      }
      for (const [path = '', width, selector = '', side, most] of rowsOf('tests/browser/heights.txt')) {
        await page.setViewportSize({ width: Number(width), height: LARGE_PHONE.height })
        await page.goto(server.base + (paths[path] ?? path))
        if (path === PATHS.contact) await page.locator('.urgent .small').evaluate(drawAgain, closed)
        const { height, y } = await boxOf(page.locator(selector))
        const found = Math.round(side === 'y' ? y : height)
        expect.soft(found, `${path} ${width} ${selector}`).toBeLessThanOrEqual(Number(most))
      }
    })

    it('about a claim have no fault, nor what its person sees', async () => {
      const body = jsonRequest({ type: 'service_auth', login_hint: LONG.email })
      const { claim } = await askJson<Claimable>(server.base + PATHS.identity, body)
      const person = await open(claim.verification_uri_complete)
      await person.locator('#code').fill(claim.user_code)
      await press('Continue', person)
      expect(await faultsOf(person, 'claim_checked')).toEqual([])
      await page.goto(desk('/claims'))
      await page.locator('tbody a').last().click()
      expect(await faultsOf(page, 'desk_claim')).toEqual([])
      await page.goto(desk('/addresses'))
      await page.getByLabel('E-mail address').fill(LONG.email)
      await press('See what is kept')
      await page.getByRole('button', { name: 'Forget it for good' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
    })
  })
})

/** In the week after the build, whose schedule is of a year. */
const nextWeekday = (weekday: number, clock: string) => {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== weekday)
  return new Date(`${day.toISOString().slice(0, 10)}T${clock}Z`)
}

describeInBrowser('the line that says whether the office is open', (server) => {
  it.each(['/', '/es/practice-areas/animal-law/'])('moves nothing when it comes late: %s', async (path) => {
    // The text of a Saturday is the longest, and that at noon the shortest.
    const saturday = nextWeekday(6, '20:00')
    const lines = new Set<string>()
    for (const [time, width] of [
      [nextWeekday(3, '16:00'), PHONE.width],
      [saturday, PHONE.width],
      [saturday, 1280],
    ] as const) {
      const page = await openWindow({ viewport: { width, height: 720 } })
      await page.clock.setFixedTime(time)
      const painted = Promise.withResolvers<void>()
      await page.route('**/open.js', (route) => painted.promise.then(() => route.continue()))
      const load = loadIn(page, server.base + path)
      await page.locator('main .open-state').waitFor({ state: 'attached' })
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      painted.resolve()
      expect((await load).shift, `${time.toISOString()}, ${width} px`).toBe(0)
      lines.add(await page.locator('main .open-state').innerText())
      await page.context().close()
    }
    expect(lines.size).toBe(2)
  })

  it('changes when the hour comes, without a reload, in a browser for which it is another day', async () => {
    // A Sunday in the evening; the next day on which the office opens is found by asking, because Monday may be a holiday.
    const page = await openWindow({ timezoneId: 'Asia/Tokyo' })
    await page.clock.install({ time: nextWeekday(0, '23:00:00') })
    await page.goto(server.base)
    const line = page.locator('main .open-state')
    await expect.poll(() => line.innerText()).toMatch(/^Closed now, opens (tomorrow|Tuesday) at 8:30 a\.m\.$/)
    const days = (await line.innerText()).includes('tomorrow') ? 1 : 2
    // Monday at 8:00 a.m. in New York is 12:00 or 13:00 UTC.
    const eve = new Date(nextWeekday(0, '12:00:00').getTime() + days * DAY_MS)
    await page.clock.setFixedTime(eve)
    await page.clock.runFor(30_000)
    await expect.poll(() => line.innerText()).toBe('Closed now, opens today at 8:30 a.m.')
    await page.clock.setFixedTime(new Date(eve.getTime() + 2 * HOUR_MS))
    await page.clock.runFor(30_000)
    await expect.poll(() => line.innerText()).toBe('Open now, until 5:00 p.m.')
  })
})
