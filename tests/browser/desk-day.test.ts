/** A day at the desk on a phone: taps and page loads of each chore, nothing cut off, and no fault that axe finds. */
import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { SECOND_MS } from '../../src/duration.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, LARGE_PHONE, open } from './browser.ts'
import { inquire } from '../journeys/requests.ts'
import * as day from './day-inquiries.ts'
import { siteOf } from '../journeys/shared-server.ts'

/** axe looks at the end of these chores, which `pages.test.ts` does not see. */
const LOOKED_AT = new Set([
  'answer, from signing in',
  'mark all that may be spam',
  'add a colleague',
  'import the list of clients',
  'open a hidden one',
  'read it with a reason, and mark it',
])

const COLLEAGUE = 'Carl Clerk'
const NEWS_MS = 30 * SECOND_MS

describeInBrowser('a day at the desk', () => {
  let server: OwnServer
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    return () => smtp.close()
  })
  beforeAll(async () => {
    server = await startOwnServer({ MAIL_URL: smtp.url, RATE_LIMIT_FACTOR: '100' })
    await day.sendDay(server.base)
    return () => server.remove()
  })

  it('takes no more taps and loads than it should', async () => {
    const page = await open(`${server.base}/desk`, { viewport: LARGE_PHONE, hasTouch: true })
    const faults: Record<string, string[]> = {}
    const costs: Record<string, [number, number]> = {}
    const over: string[] = []
    let [taps, loads] = [0, 0]
    page.on('domcontentloaded', () => void (loads += 1))
    const press = async (what: Locator, shown: Locator) => {
      taps += 1
      await what.tap()
      await shown.waitFor()
    }
    /** @param most taps and page loads; typing and choosing are no taps */
    const chore = async (name: string, most: [taps: number, loads: number], act: () => Promise<void>) => {
      // The page before may still be loading, which is not counted here.
      await page.waitForLoadState('domcontentloaded')
      ;[taps, loads] = [0, 0]
      await act()
      // The load of a page counts, so this waits for its end.
      await page.waitForLoadState('domcontentloaded')
      costs[name] = [taps, loads]
      if (taps > most[0] || loads > most[1]) over.push(name)
      if (!LOOKED_AT.has(name)) return
      faults[name] = await faultsOf(page, `day-${name}`)
      await page.setViewportSize(LARGE_PHONE)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    const nav = (name: string) =>
      press(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }), heading(name))
    const done = (text: string | RegExp) => page.locator('.done').getByText(text)
    const rowOf = (name: string) => page.locator('tbody tr').filter({ hasText: name })
    const openFrom = (name: string) => press(rowOf(name).getByRole('link').first(), heading(name))

    await chore('answer, from signing in', [3, 3], async () => {
      await page.getByLabel('Your key').fill(siteOf(server).ownerKey)
      await press(button('Sign in'), heading('Today'))
      const [first] = await page.locator('tbody .who a').allTextContents()
      expect(first).toBe(day.ORDINARY.name)
      await openFrom(day.ORDINARY.name)
      await page.locator('.reply textarea').fill(`Dear ${day.ORDINARY.name}`)
      const mail = smtp.arrival(day.ORDINARY.email)
      await press(button('Send the reply'), done('The inquiry is now “contacted” and assigned to you.'))
      expect(partsOf(await mail).text).toContain(`Dear ${day.ORDINARY.name}`)
    })

    await chore('mark all that may be spam', [4, 3], async () => {
      await nav('Inquiries')
      const all = page.getByRole('link', { name: 'Select all' })
      await press(page.getByRole('link', { name: `Maybe spam ${day.SPAM_COUNT}` }), all)
      await page.locator('.tabs').getByText('Maybe spam').and(page.locator('[aria-current]')).waitFor()
      await press(all, page.locator('[type=checkbox]:checked').first())
      await press(button('Mark as spam'), page.getByText(`${day.SPAM_COUNT} inquiries were marked as spam.`))
    })

    await chore('take one, and note a call', [4, 4], async () => {
      await nav('Inquiries')
      expect(await page.content()).not.toContain(day.AGAINST_PARTY.message)
      await openFrom(day.TAKEN.name)
      await press(button('Take it'), done('The inquiry is assigned to you.'))
      await page.getByLabel('Note, only for the office').fill('Called, will call again at five.')
      await press(button('Save'), done('Note added.'))
    })

    await chore('add a colleague', [2, 2], async () => {
      await press(page.getByRole('banner').getByRole('link', { name: 'Owner' }), heading('Staff'))
      await page.getByLabel('Name', { exact: true }).fill(COLLEAGUE)
      await press(button('Add, and show the key'), page.getByText(/DESK(-[0-9A-Z]{4}){10}/))
    })
    await chore('assign one to a colleague', [3, 3], async () => {
      await nav('Inquiries')
      await openFrom(day.SPANISH.name)
      await page.getByLabel('Assigned to').selectOption(COLLEAGUE)
      await press(button('Save'), done(`The inquiry is assigned to ${COLLEAGUE}.`))
    })

    await chore('import the list of clients', [2, 2], async () => {
      await press(
        page.getByRole('link', { name: 'Your clients are not in this search' }),
        heading('Clients and opponents'),
      )
      const buffer = Buffer.from(day.CLIENTS_CSV)
      await page.getByLabel('CSV file').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
      await press(button('Import the list'), page.getByText('1 entry').first())
    })
    await chore('open a hidden one', [2, 2], async () => {
      await nav('Inquiries')
      await openFrom(day.AGAINST_PARTY.name)
      expect(await page.content()).not.toContain(day.AGAINST_PARTY.message)
    })
    await chore('read it with a reason, and mark it', [3, 2], async () => {
      const reason = page.getByLabel('Reason for reading it')
      await press(page.locator('summary').getByText('Read it all the same'), reason)
      await reason.fill('To see whether it is the same Gary.')
      await press(button('Read it and record the reason'), page.getByText(day.AGAINST_PARTY.message))
      await press(button('No conflict'), done('Marked “no conflict”.'))
      await page.getByText(day.AGAINST_PARTY.message).waitFor()
    })
    await chore('mark a conflict, and decline', [3, 3], async () => {
      await nav('Inquiries')
      await openFrom(day.AGAINST_CLIENT.name)
      await press(button('Conflict, and declined'), done('The inquiry is now “declined”'))
      expect(await page.content()).not.toContain(day.AGAINST_CLIENT.message)
    })

    await chore('search for a telephone number, and open it', [3, 3], async () => {
      await nav('Inquiries')
      await page.locator('#search').fill(`+1 ${day.ORDINARY.phone.replaceAll(' ', '')}`)
      await press(button('Show'), page.getByText('All inquiries were searched.'))
      expect(await page.locator('tbody .who a').allTextContents()).toEqual([day.ORDINARY.name])
      await openFrom(day.ORDINARY.name)
    })
    await chore('check and retain', [2, 1], async () => {
      const tick = page.getByLabel('Our own system was checked too')
      await press(page.locator('summary').getByText('Mark with a note'), tick)
      await tick.check()
      await press(button('No conflict, and retained'), done('The inquiry is now “retained”'))
    })

    const inARow = 3
    await nav('Inquiries')
    await openFrom(day.RIGHT_TO_LEFT.name)
    await chore('read, answer, next, three in a row', [3 * inARow, 2 * inARow], async () => {
      for (let count = 0; count < inARow; count++) {
        const next = page.locator('.next a')
        await press(next, heading(await next.innerText()))
        await press(page.locator('.letters a').first(), page.locator('.letters [aria-current]'))
        await press(button('Send the reply'), done(/^Reply/))
      }
    })

    await chore('look a party up', [2, 2], async () => {
      await nav('Look-up')
      await page.getByLabel('A name or a part of one').fill('Pitts, Gary')
      await press(button('Look up'), page.getByText('From erased inquiries, only kept names are included.'))
      const found = await page.locator('tbody .who a').allTextContents()
      expect(found).toEqual([day.AGAINST_PARTY.name, day.PARTY.name])
    })

    await page.clock.install()
    await page.goto(`${server.base}/desk/inquiries`)
    const title = await page.title()
    await inquire(server.base, { name: 'Nuala Late' })
    await Promise.all([page.waitForResponse((answer) => answer.url().includes('/news')), page.clock.runFor(NEWS_MS)])
    await page.getByText('1 new inquiry').waitFor()
    expect(await page.title()).toBe(`(1) ${title}`)
    await chore('see what is new', [1, 1], () =>
      press(page.getByRole('link', { name: 'show it' }), rowOf('Nuala Late')),
    )

    expect(Object.keys(faults)).toEqual([...LOOKED_AT])
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([])
    console.log(`A day on a phone, taps and loads: ${JSON.stringify(costs)}`)
    expect(over).toEqual([])
  })
})
