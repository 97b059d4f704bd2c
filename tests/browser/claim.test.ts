/**
 * A claim as its person meets it: in the browser with a link from a real mailbox.
 */
import { afterEach, beforeAll, expect, it } from 'vitest'
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { readBackOf } from '../test-agent.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { jsonRequest } from '../test-desk.ts'
import { closeWindows, describeInBrowser, open, PHONE } from './browser.ts'

interface Asked {
  claimToken: string
  code: string
  page: string
}

describeInBrowser('a claim', () => {
  let server: OwnServer
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    return () => smtp.close()
  })
  beforeAll(async () => {
    server = await startOwnServer({ MAIL_URL: smtp.url })
    return () => server.remove()
  })
  afterEach(closeWindows)

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
  const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))
  const linkTo = async (address: string) => {
    await expect.poll(() => mailsTo(address).length).toBe(1)
    const [mail] = mailsTo(address)
    return /http:\S+/.exec(mail ? partsOf(mail).text : '')?.[0] ?? ''
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
      const phone = await open(await linkTo(address), { javaScriptEnabled, viewport: PHONE })
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
