/**
 * Claims at the desk while thousands come in: what a page reads stays the same, and the one that matters is found.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { createAttempt } from '../../../src/agents/claims/attempt.ts'
import { parsePerson } from '../../../src/agents/person.ts'
import { createRegistration, nowSeconds } from '../../../src/agents/registration.ts'
import { ANA, createTestAgent, type TestAgent } from '../../test-agent.ts'
import { decideClaim, openSignedInBrowser } from '../browser.ts'

const MANY = 500

let testAgent: TestAgent
let browser: Awaited<ReturnType<typeof openSignedInBrowser>>
beforeEach(async () => {
  testAgent = await createTestAgent()
  browser = await openSignedInBrowser(testAgent)
})

const find = (code: string) => browser.post('/desk/claims', { code })
/** Claims of agents that no one asked for. */
async function flood(count: number, addressOf = (number: number) => `somebody${number}@example.com`): Promise<void> {
  for (let number = 0; number < count; number++) {
    testAgent.advance(1)
    await createAttempt(testAgent.service, {
      registration: createRegistration('service_auth'),
      person: await parsePerson(testAgent.service, addressOf(number)),
      expiresAt: nowSeconds(testAgent.service) + 72 * 3600,
    })
  }
}
/** What a page costs. */
async function costOf(path: string): Promise<{ reads: number; text: string }> {
  const before = testAgent.store.calls.read
  const { text } = await browser.get(path)
  return { reads: testAgent.store.calls.read - before, text: text.replace(/\s+/g, ' ') }
}
const confirm = (id: string) => decideClaim(browser, `/desk/claims/${id}`, 'confirmed', 'call-back')

describe('a flood of claims', () => {
  it('does not change what the pages read, and says how many are not shown', async () => {
    const { claim, id } = await testAgent.serviceAuth()
    await confirm((await testAgent.serviceAuth('bob@example.com')).id)
    await flood(MANY)
    const [today, claims] = [await costOf('/desk'), await costOf('/desk/claims')]
    expect(today.text).toContain('Claims waiting501')
    expect(today.reads).toBeLessThan(100)
    expect(claims.text).toContain('401 older ones are not shown')
    expect(claims.text).toMatch(/Confirmed: these agents.*bob@example\.com/)
    expect(claims.reads).toBeLessThan(350)
    const before = testAgent.store.calls.read
    expect(await find(claim.user_code)).toMatchObject({ status: 303, location: `/desk/claims/${id}` })
    expect(await find(ANA)).toMatchObject({ status: 303, location: `/desk/claims/${id}` })
    expect(testAgent.store.calls.read - before).toBeLessThan(40)
  })

  it('is shown page by page, each once, from the newest to the oldest', async () => {
    const { id } = await testAgent.serviceAuth()
    await flood(250)
    const found: string[] = []
    let [path, pages]: [string | undefined, number] = ['/desk/claims', 0]
    for (; path !== undefined; pages++) {
      const { html }: { html: string } = await browser.get(path)
      const ids = [...html.matchAll(/<a href="\/desk\/claims\/(reg_[\w-]+)"/g)].map(([, one = '']) => one)
      found.unshift(...ids)
      expect(html).toContain(pages === 0 ? '151 older ones are not shown' : pages === 1 ? '51 older' : 'Waiting')
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect([pages, found.length, new Set(found).size, found[0]]).toEqual([3, 251, 251, id])
  })

  it('of long ago is not opened at all', async () => {
    await flood(400)
    testAgent.advance(3 * DAY_MS + 1000)
    browser = await openSignedInBrowser(testAgent, 'Later')
    await testAgent.serviceAuth()
    const { reads, text } = await costOf('/desk/claims')
    expect(text).toContain(ANA)
    expect(text).not.toContain('somebody')
    expect(reads).toBeLessThan(15)
    expect((await costOf('/desk')).text).toContain('Claims waiting1')
  })

  it('that names one address does not hide the claim that was confirmed for it', async () => {
    const { id } = await testAgent.serviceAuth()
    await confirm(id)
    await flood(60, () => ANA)
    const { html } = await find(ANA)
    expect(html).toContain(`/desk/claims/${id}/revoke`)
    expect(html.match(/<tr><th scope="row"/g)).toHaveLength(21)
  })
})

describe('an e-mail address', () => {
  it('leads to the claim that names it, however it is written, waiting or confirmed', async () => {
    const { id } = await testAgent.serviceAuth()
    await testAgent.serviceAuth('other@example.com')
    expect((await find(` ANA@Example.com `)).location).toBe(`/desk/claims/${id}`)
    await confirm(id)
    testAgent.advance(40 * DAY_MS)
    browser = await openSignedInBrowser(testAgent, 'Later')
    expect((await find(ANA)).location).toBe(`/desk/claims/${id}`)
    await browser.post(`/desk/claims/${id}/revoke`)
    expect(await find(ANA)).toMatchObject({
      status: 422,
      text: expect.stringContaining('No claim for this e-mail address'),
    })
  })

  it.each(['@', 'nobody@example.com', '"><script>@x', 'ana@example', 'example.com@'])(
    '%j leads nowhere, and comes back as text',
    async (text) => {
      await testAgent.serviceAuth()
      const { status, html } = await find(text)
      expect([status, html]).toEqual([422, expect.stringContaining('No claim for this e-mail address')])
      expect(html).not.toContain('<script>')
    },
  )
})
