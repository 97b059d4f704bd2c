/** Names first, then the mark, a question and the answer: by the page and by a real MCP client, with `kill -9` at any moment. */
import * as modern from '@modelcontextprotocol/client'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JSON_TYPE } from '../forms/status-client.ts'
import { VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { type TorturedServer, withServer } from '../torture/tortured-server.ts'
import { askJson, form, signIn } from './requests.ts'
import { keyIn } from './server.ts'

let server: TorturedServer
let cookie: string
let end: () => void
beforeAll(async () => {
  let isOver: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    isOver = withServer(async (started) => {
      server = started
      cookie = (await signIn(server.base, keyIn(server.output()))).cookie
      const ended = new Promise<void>((done) => (end = done))
      resolve()
      await ended
    }).catch(reject)
  })
  return () => isOver
})
afterAll(() => end())

/** At the desk. */
const open = async (path: string) =>
  parse(await (await fetch(server.base + path, { headers: { Cookie: cookie } })).text())
const formOf = (page: HTMLElement, what: string) =>
  page.querySelectorAll('form').find((one) => one.querySelector(`[name=what][value=${what}]`))
async function send(path: string, what: string, fields: Record<string, string>) {
  const hidden = formOf(await open(path), what)?.querySelectorAll('input[type=hidden]') ?? []
  const own = Object.fromEntries(hidden.map(({ attributes: { name = '', value = '' } }) => [name, value]))
  const sent = await fetch(server.base + (path.split('?')[0] ?? ''), {
    ...form({ ...own, ...fields }),
    headers: { Cookie: cookie },
    redirect: 'manual',
  })
  expect(sent.status, what).toBe(303)
}

interface Way {
  /** Sends an inquiry. @returns its private address */
  inquire(): Promise<string>
  /** @returns whether it was acknowledged; false when the server ended before */
  answer(address: string, text: string): Promise<boolean>
}

const connect = async () => {
  const client = new modern.Client({ name: 'test', version: '1.0.0' })
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(`${server.base}/mcp`)))
  return client
}

const WAYS: Record<string, Way> = {
  'the page': {
    async inquire() {
      const sent = await fetch(`${server.base}/contact/`, { ...form(VALID_FORM), redirect: 'manual' })
      const thanks = parse(await (await fetch(server.base + (sent.headers.get('location') ?? ''))).text())
      return server.base + (thanks.querySelector('a[href^="/status/"]')?.getAttribute('href') ?? '')
    },
    async answer(address, text) {
      const sent = await fetch(address, { ...form({ answer: text }), redirect: 'manual' }).catch(() => undefined)
      return sent?.status === 303
    },
  },
  'an MCP client': {
    async inquire() {
      const client = await connect()
      const { structuredContent } = await client.callTool({ name: 'preview_inquiry', arguments: VALID_INQUIRY })
      const { confirmationToken } = structuredContent as { confirmationToken: string }
      const sent = await client.callTool({ name: 'submit_inquiry', arguments: { confirmationToken } })
      await client.close()
      // The build has an address of its own.
      return server.base + new URL((sent.structuredContent as { status_url: string }).status_url).pathname
    },
    async answer(status_url, answer) {
      try {
        const client = await connect()
        const { structuredContent } = await client.callTool({
          name: 'answer_inquiry',
          arguments: { status_url, answer },
        })
        return (structuredContent as { status?: string } | undefined)?.status === 'in_review'
      } catch {
        return false
      }
    },
  },
}

describe.each(Object.entries(WAYS))('by %s', (way, { inquire, answer }) => {
  it('a person sends names, is asked after the mark, answers, and the desk has each answer once', async () => {
    const address = await inquire()
    const statusOf = () => askJson<Record<string, unknown>>(address, { headers: JSON_TYPE })
    const { reference, status } = await statusOf()
    expect(status).toBe('received')
    const path = `/desk/inquiries/${String(reference)}`
    const letterOf = async () =>
      (await open(path)).querySelector('a[href*="letter=tell-us-more"]')?.getAttribute('href')
    expect(await letterOf(), 'before the mark').toBeUndefined()
    await send(path, 'conflict', { finding: 'none', note: '' })
    const letter = await letterOf()
    expect((await statusOf()).status).toBe('received')
    const page = await open(letter ?? '')
    expect(page.querySelector('input[name=asks]')?.hasAttribute('checked')).toBe(true)
    const text =
      formOf(page, 'reply')
        ?.querySelector('textarea')
        ?.text.replace(/\[what you want to know.*\]/, 'When was it?') ?? ''
    await send(path, 'reply', { note: text, asks: 'yes', status: 'contacted' })
    expect(await statusOf()).toMatchObject({ status: 'asked', next: { who: 'person', what: 'answer' } })

    const answers = [1, 2, 3].map((number) => `By ${way}, part ${number} of what I know.`)
    for (const one of answers) {
      const isAnswered = answer(address, one)
      await sleep(randomInt(20))
      await server.kill()
      await isAnswered
      await server.start()
      while (!(await answer(address, one))) await sleep(20)
    }
    expect(await statusOf()).toMatchObject({ status: 'in_review', next: { who: 'firm', what: 'review' } })
    expect(await (await fetch(address)).text()).not.toContain('what I know')
    const shown = (await open(path)).text
    for (const one of answers) expect(shown.split(one)).toHaveLength(2)
  })
})
