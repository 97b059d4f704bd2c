/**
 * The check for conflicts in a browser: the firm's list is brought in as a file, an inquiry is folded, read all the same, and
 * marked in one click. At each step axe finds nothing, and nothing is cut off on a phone.
 */
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { openDesk } from './desk-window.ts'

const CSV = `name,role,matter\n"Pitts, Gary",client,${'Estate'.repeat(20)}\nRiverside Market,opponent,Slip and fall\n`
const MESSAGE = 'They owe me for the fence.'

describeInBrowser('the check for conflicts', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })

  it('folds an inquiry until it is read all the same or marked', async () => {
    const inquire = async (request: Record<string, string>) => {
      const sent = await fetch(`${server.base}/api/v1/inquiries`, jsonRequest({ ...VALID_INQUIRY, ...request }))
      return ((await sent.json()) as { reference: string }).reference
    }
    const earlier = await inquire({ name: 'Gary Pitts', email: 'gary@example.org', otherParty: 'Ana Exampel' })
    const reference = await inquire({ otherParty: 'Gary A. Pitts', message: MESSAGE })
    const page = await openDesk(server)
    const faults: Record<string, string[]> = {}
    const look = async (name: string) => void (faults[name] = await faultsOf(page, `conflicts-${name}`))

    await page.getByRole('link', { name: 'Clients' }).click()
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('name,role\nAna,friend') })
    await page.getByRole('button', { name: 'Bring in the list' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Line 2: the role must be')
    await look('clients-refused')
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page.getByRole('button', { name: 'Bring in the list' }).click()
    await page.getByText('2 entries').waitFor()
    await look('clients')

    await page.goto(`${server.base}${PATHS.desk}/inquiries/${reference}`)
    const section = page.getByRole('region', { name: 'Conflicts' })
    expect(await section.getByRole('link').allTextContents()).toEqual([earlier, earlier])
    expect(await section.getByText('may be adverse', { exact: true }).count()).toBe(3)
    expect(await page.content()).not.toContain(MESSAGE)
    await look('folded')
    await page.getByRole('button', { name: 'Read it all the same' }).click()
    await page.getByText(MESSAGE).waitFor()
    await look('read')
    await page.getByLabel('What the check found').fill('Another Gary Pitts, of Ocala.')
    await page.getByRole('button', { name: 'No conflict' }).click()
    await page.getByText(MESSAGE).waitFor()
    expect(await section.textContent()).toContain('Another Gary Pitts, of Ocala.')
    await look('marked')
    await page.getByRole('button', { name: 'Conflict', exact: true }).click()
    await page.getByRole('button', { name: 'Change the status to declined' }).waitFor()
    expect(await page.content()).not.toContain(MESSAGE)
    await look('conflict')
    await page.getByRole('button', { name: 'Change the status to declined' }).click()
    await page.getByText('Status, now declined').waitFor()
    await page.goto(`${server.base}${PATHS.desk}/look-up`)
    await page.getByLabel('A name or a part of one').fill('Riverside Market Inc.')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('Slip and fall').waitFor()
    await look('look-up')
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([])
  })
})
