/** A person reads a previewed inquiry in an assistant's window and presses Send; the host side is the library's. */
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { exportInquiries } from '../commands/in-process.ts'
import { askJson } from '../journeys/requests.ts'
import { rpc as call } from '../mcp/mcp-client.ts'
import type { Json } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, openWindow, openDesk } from './browser.ts'

const HOST = 'https://assistant.example/'
const HOST_PAGE =
  '<!doctype html><html lang="en"><title>Assistant</title><main><h1>Chat</h1><iframe title="Inquiry" sandbox="allow-scripts" style="width:100%;border:0"></iframe></main><script type="module" src="host.js"></script></html>'

interface Result {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  contents: { text: string; mimeType: string }[]
}

describeInBrowser('an inquiry in the window of an assistant', (server) => {
  const rpc = async (method: string, params: Json): Promise<Result> => {
    const message = jsonRequest(call(method, params), { Accept: 'application/json, text/event-stream' })
    return (await askJson<{ result: Result }>(`${server.base}/mcp`, message)).result
  }

  async function openPreview(inquiry: Record<string, unknown>): Promise<Page> {
    const page = await openWindow({ viewport: { width: 420, height: 900 } })
    const entryPoints = ['tests/browser/assistant-host.ts']
    const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false })
    await page.route(`${HOST}**`, (route) =>
      route.request().url() === HOST
        ? route.fulfill({ contentType: 'text/html', body: HOST_PAGE })
        : route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }),
    )
    await page.exposeFunction('callServer', (params: Json) => rpc('tools/call', params))
    await page.goto(HOST)
    const { contents } = await rpc('resources/read', { uri: 'ui://front-desk/inquiry' })
    const [app] = contents
    expect(app?.mimeType).toBe('text/html;profile=mcp-app')
    expect(Buffer.byteLength(app?.text ?? '')).toBeLessThan(25 * 1024)
    const result = await rpc('tools/call', { name: 'preview_inquiry', arguments: inquiry })
    await page.evaluate(([html, given]) => window.showWindow(html, given), [app?.text ?? '', result] as const)
    return page
  }

  it('is read as text with the notices, sent by a click, and marked as confirmed there', async () => {
    const message = '<img src=x onerror="parent.stolen = 1"> <b>Please call</b> me.'
    const page = await openPreview({ ...VALID_INQUIRY, message, otherParty: '\u202eecnarusnI', email: 'ana@gmial.com' })
    const card = page.frameLocator('iframe')
    const send = card.getByRole('button', { name: 'Send it to the firm' })
    await send.waitFor()
    const text = await card.locator('main').innerText()
    for (const part of [message, VALID_INQUIRY.name, '\ufffdecnarusnI', 'ana@gmail.com', 'No'])
      expect(text).toContain(part)
    expect(text).toMatch(/not create an attorney-client relationship/)
    expect(await card.locator('main :is(img, b)').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await send.click()
    await card.getByRole('heading', { name: 'Sent to the firm' }).waitFor()
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await card.locator('main').innerText())?.[0] ?? ''
    await card.getByRole('link').click()
    await expect.poll(() => page.evaluate(() => window.links)).toEqual([expect.stringContaining('/status/')])
    expect(await page.evaluate(() => window.contexts)).toEqual([expect.stringContaining(reference)])
    expect(await faultsOf(page)).toEqual([])
    const stored = (await exportInquiries(server.dataDir)).find((record) => record.reference === reference)
    expect(stored).toMatchObject({ via: 'mcp', confirmedIn: 'window', request: { message } })
    const desk = await openDesk(server)
    await desk.goto(`${server.base}${PATHS.desk}/inquiries/${reference}`)
    expect(await desk.locator('main').innerText()).toContain("confirmed by the person in the assistant's window")
  })

  it('is in the language that the inquiry asks for, and says why it could not be sent', async () => {
    const page = await openPreview({ ...VALID_INQUIRY, language: 'es' })
    const card = page.frameLocator('iframe')
    const send = card.getByRole('button', { name: 'Enviarlo al bufete' })
    const refused = { isError: true, content: [{ type: 'text' as const, text: 'Refused.' }] }
    await page.evaluate((answer) => (window.callServer = async () => answer), refused)
    await send.focus()
    await page.keyboard.press('Enter')
    await card.getByText('Refused.').waitFor()
    expect(await send.isEnabled()).toBe(true)
    expect(await card.locator('html').getAttribute('lang')).toBe('es')
  })
})
