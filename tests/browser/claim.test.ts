/** A claim as its person meets it: in the browser with the link from the mailbox. */
import type { BrowserContextOptions } from 'playwright-core'
import { expect, it } from 'vitest'
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { readBackOf } from '../test-agent.ts'
import { jsonRequest } from '../test-desk.ts'
import { describeInBrowser, open, PHONE } from './browser.ts'

interface Asked {
  claimToken: string
  code: string
  page: string
}

describeInBrowser('a claim', (server) => {
  /** An agent without an identity asks to act for somebody. */
  const ask = async (email: string): Promise<Asked> => {
    const post = async (path: string, body: unknown) =>
      (await fetch(server.base + path, jsonRequest(body))).json() as Promise<unknown>
    const { claim_token } = (await post('/agent/identity', { type: 'anonymous' })) as { claim_token: string }
    const { claim_attempt } = (await post('/agent/identity/claim', { claim_token, email })) as {
      claim_attempt: { user_code: string; verification_uri_complete: string }
    }
    return { claimToken: claim_token, code: claim_attempt.user_code, page: claim_attempt.verification_uri_complete }
  }
  const poll = async ({ claimToken }: Asked) =>
    (
      await fetch(`${server.base}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: CLAIM_GRANT, claim_token: claimToken }),
      })
    ).json() as Promise<unknown>
  /** Opens the mailbox, and from it the link that was sent to an address. */
  const openLink = async (address: string, options: BrowserContextOptions) => {
    const page = await open(server.base + server.mailPath, options)
    const link = page.locator('article', { hasText: `To ${address}` }).getByRole('link', { name: /^http/ })
    // Mail goes out after the answer.
    await expect.poll(async () => (await page.reload()) && link.count()).toBe(1)
    await link.click()
    return page
  }

  it.each([true, false])(
    'is confirmed by the link in the mail, and the agent gets its token (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const address = `script-${javaScriptEnabled}@example.com`
      const asked = await ask(address)
      const page = await open(asked.page, { javaScriptEnabled })
      await page.getByLabel('Code').fill('BBBB-BBBB')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect.poll(() => page.getByRole('alert').innerText()).toContain('tries are left')
      await page.getByLabel('Code').fill(asked.code.toLowerCase().replace('-', ' '))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Send me the link' }).click()
      await page.getByText('Check your e-mail.').waitFor()
      // The mailbox is on another device.
      const phone = await openLink(address, { javaScriptEnabled, viewport: PHONE })
      expect(await poll(asked)).toMatchObject({ error: 'authorization_pending' })
      await phone.getByRole('button', { name: 'Confirm' }).click()
      await phone.getByText('Confirmed.').waitFor()
      expect(phone.url()).not.toContain('link=')
      expect(readBackOf(await phone.content())).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
      // An agent that polls early is told to slow down; it asks again until it is served.
      await expect
        .poll(() => poll(asked), { interval: 1000 })
        .toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) })
    },
  )
})
