/** Names first, then the mark, a question and the answer: by the page and by a real MCP client. The server is killed at any moment. */
import * as modern from '@modelcontextprotocol/client'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InquiryStatus } from '../../src/inquiries/public-status.ts'
import { JSON_TYPE } from '../forms/status-client.ts'
import { VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { type TorturedServer, withServer } from '../torture/tortured-server.ts'
import { askJson, form, signIn } from './requests.ts'
import { keyIn } from './server.ts'

let server: TorturedServer
let end: () => void
beforeAll(async () => {
  let isOver: Promise<unknown> = Promise.resolve()
  await new Promise<void>((started, failed) => {
    isOver = withServer(async (running) => {
      server = running
      const ended = new Promise<void>((done) => (end = done))
      started()
      await ended
    }).catch(failed)
  })
  return () => isOver
})
afterAll(() => end())

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

const sendForm = async (address: string, fields: Record<string, string>) =>
  (await fetch(address, { ...form(fields), redirect: 'manual' }).catch(() => undefined))?.status === 303

async function callTool(name: string, args: Record<string, string>): Promise<boolean> {
  try {
    const { isError } = await (await connect()).callTool({ name, arguments: args })
    return isError !== true
  } catch {
    return false
  }
}

const WAYS: Record<string, Way> = {
  'the page': {
    async inquire() {
      const sent = await fetch(`${server.base}/contact/`, { ...form(VALID_FORM), redirect: 'manual' })
      const thanks = parse(await (await fetch(server.base + (sent.headers.get('location') ?? ''))).text())
      return server.base + (thanks.querySelector('a[href^="/status/"]')?.getAttribute('href') ?? '')
    },
    answer: (address, answer) => sendForm(address, { answer }),
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
    answer: (status_url, answer) => callTool('answer_inquiry', { status_url, answer }),
  },
}

/** Does something while the server is killed, and again until it is acknowledged. */
async function survive(act: () => Promise<boolean>): Promise<void> {
  const isDone = act()
  await sleep(randomInt(20))
  await server.kill()
  await isDone
  await server.start()
  while (!(await act())) await sleep(20)
}

it.each(Object.entries(WAYS))('nothing is lost by %s, from the names to the answer', async (way, person) => {
  const address = await person.inquire()
  const status = () => askJson<InquiryStatus>(address, { headers: JSON_TYPE })
  const { reference } = await status()

  // At the desk.
  const { cookie } = await signIn(server.base, keyIn(server.output()))
  const open = async (path: string) =>
    parse(await (await fetch(server.base + path, { headers: { Cookie: cookie } })).text())
  const send = async (path: string, fields: Record<string, string>) => {
    const forms = (await open(path)).querySelectorAll('main form')
    const own = forms.find((one) => one.querySelector(`[name=what][value=${fields.what}]`))
    const hidden = own?.querySelectorAll('input[type=hidden]') ?? []
    const kept = hidden.map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value])
    const sent = { ...form({ ...Object.fromEntries<string>(kept), ...fields }), headers: { Cookie: cookie } }
    expect((await fetch(server.base + path, { ...sent, redirect: 'manual' })).status).toBe(303)
  }
  const inquiry = `/desk/inquiries/${reference}`
  await send(inquiry, { what: 'take' })
  await send(inquiry, { what: 'conflict', finding: 'none', note: '' })
  expect((await status()).status).toBe('in_review')
  await send(inquiry, { what: 'reply', note: 'When was it?', asks: 'yes', status: 'contacted' })
  expect(await status()).toMatchObject({ status: 'asked', next: { who: 'person', what: 'answer' } })

  const answers = [1, 2].map((number) => `By ${way}, part ${number} of what I know.`)
  await person.answer(address, answers[0] ?? '')
  await survive(() => person.answer(address, answers[1] ?? ''))
  expect(await status()).toMatchObject({ status: 'in_review', next: { who: 'firm', what: 'review' } })
  expect(await (await fetch(address)).text()).not.toContain('what I know')
  const shown = (await open(inquiry)).text
  for (const one of answers) expect(shown.split(one)).toHaveLength(2)
})
