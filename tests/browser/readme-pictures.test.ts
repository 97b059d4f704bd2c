/**
 * The pictures of the project's README: the home page, and the desk with a few inquiries. `npm run screens -- --readme` writes
 * them; any other run only looks whether they can be taken and are small.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inquire } from '../journeys/requests.ts'
import { describeOnOwnServer, open } from './browser.ts'
import { openDesk } from './desk-window.ts'

/** Folder for the pictures. */
const { README_PICTURES } = process.env
const VIEW = { viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' } as const
/** Largest file, bytes. */
const LARGEST = 100_000
const QUALITY = 80

/** What invented people write. */
const INQUIRIES = [
  {
    name: 'Ana Example',
    topic: 'personal_injury',
    otherParty: 'Sunny Roads Trucking',
    message: 'A truck hit my car on Friday. Their insurer calls me every day and wants a statement.',
  },
  {
    name: 'Luis Ejemplo',
    topic: 'criminal_traffic',
    language: 'es',
    message: 'Me dieron una multa por exceso de velocidad y no sé si debo pagarla.',
  },
  {
    name: 'Grace Sample',
    topic: 'wills_trusts',
    message: 'We moved here from Ohio. Is the will that we made there still good in Florida?',
  },
  {
    name: 'Henry Muster',
    topic: 'animal_law',
    otherParty: 'R. Neighbor',
    message: 'My neighbor’s dog bit my daughter. The county has opened a case.',
  },
  {
    name: 'Best Offers',
    message: 'Visit https://a.example https://b.example https://c.example for more clients now!',
  },
]

describeOnOwnServer('the pictures of the README', (server) => {
  /** Takes a picture of what is in the window, and keeps it where pictures are wanted. */
  async function take(page: Page, name: string): Promise<number> {
    await page.evaluate(() => document.fonts.ready)
    const picture = await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toBuffer()
    if (README_PICTURES) {
      mkdirSync(README_PICTURES, { recursive: true })
      writeFileSync(`${README_PICTURES}/${name}.webp`, picture)
    }
    return picture.length
  }

  it('show the home page', async () => {
    const page = await open(server.base, VIEW)
    expect(await take(page, 'home')).toBeLessThan(LARGEST)
  })

  it('show the desk with inquiries', async () => {
    for (const inquiry of INQUIRIES) await inquire(server.base, inquiry)
    const page = await openDesk(server, VIEW)
    // What may be spam is in a tab of its own.
    expect(await page.locator('tbody tr').count()).toBe(INQUIRIES.length - 1)
    expect(await take(page, 'desk')).toBeLessThan(LARGEST)
  })
})
