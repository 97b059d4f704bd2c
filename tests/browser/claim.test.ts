/** A claim as its person meets it: in the browser, without scripts, with the link from the mailbox on a phone. */
import { expect, it } from 'vitest'
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { PATHS } from '../../src/site.ts'
import { askJson, form } from '../journeys/requests.ts'
import { type Claimable, readBackOf } from '../test-agent.ts'
import { jsonRequest } from '../test-desk.ts'
import { describeInBrowser, open, PHONE } from './browser.ts'

const EMAIL = 'claimed@example.com'

describeInBrowser('a claim', (server) => {
  it('is confirmed by the link in the mail, and the agent gets its token', async () => {
    const asked = jsonRequest({ type: 'service_auth', login_hint: EMAIL })
    const { claim, claim_token } = await askJson<Claimable>(server.base + PATHS.identity, asked)
    const poll = () => askJson(server.base + PATHS.token, form({ grant_type: CLAIM_GRANT, claim_token }))
    const page = await open(claim.verification_uri_complete, { javaScriptEnabled: false })
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('tries are left')
    await page.getByLabel('Code').fill(claim.user_code.toLowerCase().replace('-', ' '))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await page.getByText('Check your e-mail.').waitFor()

    // The mailbox is on another device.
    const phone = await open(server.base + server.mailPath, { javaScriptEnabled: false, viewport: PHONE })
    const link = phone.locator('article', { hasText: `To ${EMAIL}` }).getByRole('link', { name: /^http/ })
    // Mail goes out after the answer.
    await expect.poll(async () => (await phone.reload()) && link.count()).toBe(1)
    await link.click()
    expect(await poll()).toMatchObject({ error: 'authorization_pending' })
    await phone.getByRole('button', { name: 'Confirm' }).click()
    await phone.getByText('Confirmed.').waitFor()
    expect(phone.url()).not.toContain('link=')
    expect(readBackOf(await phone.content())).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    // An agent that polls early is told to slow down; it asks again until it is served.
    await expect
      .poll(poll, { interval: 1000 })
      .toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) })
  })
})
