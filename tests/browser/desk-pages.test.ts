/**
 * The pages of the desk, and the claim page after its code, full of the longest words that people can send: axe finds
 * nothing, and nothing is cut off on a phone.
 */
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { jsonRequest } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, open } from './browser.ts'
import { openDesk } from './desk-window.ts'

const LONG = {
  name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  email: `${'long'.repeat(15)}@${'example.'.repeat(10)}com`,
  otherParty: 'x'.repeat(100),
  message: `${'w'.repeat(300)}\n${'a story '.repeat(100)}`,
}

describeInBrowser('the pages of the desk', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })

  it('have no fault that axe finds, and fit a phone', async () => {
    const { reference } = (await (await fetch(`${server.base}/api/v1/inquiries`, jsonRequest(LONG))).json()) as {
      reference: string
    }
    const page = await openDesk(server)
    const found: Record<string, string[]> = {}
    for (const path of [
      '',
      '/inquiries',
      '/inquiries?status=all&select=all&done=close&count=2',
      `/inquiries/${reference}`,
      `/inquiries/${reference}/erase`,
      '/look-up',
      '/addresses',
      '/telephone',
      '/mail',
      '/staff',
      '/audit',
      '/nothing',
    ]) {
      await page.goto(`${server.base}${PATHS.desk}${path}`)
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
    const page = await openDesk(server)
    await page.goto(`${server.base}${PATHS.desk}/claims`)
    expect(await faultsOf(page)).toEqual([])
    await page.locator('tbody a').click()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.base}${PATHS.desk}/addresses`)
    await page.getByLabel('E-mail address').fill(LONG.email)
    await page.getByRole('button', { name: 'See what is kept' }).click()
    await page.getByRole('button', { name: 'Forget it for good' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
