/**
 * Names first, then the mark, a question and the answer, an offer and the time of a talk, and the reminder: by the page and by a real MCP
 * client. The server is killed at any moment, and its clock is moved.
 */
import * as modern from '@modelcontextprotocol/client'
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import type { InquiryStatus } from '../../src/inquiries/public-status.ts'
import { readCalendar } from '../calendar-file.ts'
import { JSON_TYPE } from '../forms/status-client.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { VALID_FORM, VALID_INQUIRY } from '../test-desk.ts'
import { type TorturedServer, withServer } from '../torture/tortured-server.ts'
import { askJson, form, signIn } from './requests.ts'
import { keyIn, removeFolder, temporaryFolder } from './server.ts'

let server: TorturedServer
let smtp: TestSmtp
let end: () => void
const folder = temporaryFolder()
const setClock = (ahead: number) => writeFileSync(join(folder, 'ahead'), String(ahead))
beforeAll(async () => {
  setClock(0)
  smtp = await startSmtp()
  const env = {
    MAIL_URL: smtp.url,
    NODE_OPTIONS: `--import=${resolve('tests/torture/clock-ahead.ts')}`,
    CLOCK_FILE: join(folder, 'ahead'),
    // The outbox is run each second.
    TIMERS_FASTER: '60',
  }
  let isOver: Promise<unknown> = Promise.resolve()
  await new Promise<void>((started, failed) => {
    isOver = withServer(
      async (running) => {
        server = running
        const ended = new Promise<void>((done) => (end = done))
        started()
        await ended
      },
      { env },
    ).catch(failed)
  })
  return async () => {
    await isOver
    await smtp.close()
    removeFolder(folder)
  }
})
afterAll(() => end())

interface Way {
  /** Sends an inquiry. @returns its private address */
  inquire(): Promise<string>
  /** @returns whether it was acknowledged; false when the server ended before */
  answer(address: string, text: string): Promise<boolean>
  /** The same. @param time the id of a time, or `cancel` */
  choose(address: string, time: string): Promise<boolean>
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
    choose: (address, time) => sendForm(address, time === 'cancel' ? { cancel: 'true' } : { talk: 'choose', time }),
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
    choose: (status_url, time) => callTool('choose_time', { status_url, time }),
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

/** The mails that the person got about an inquiry. */
const mailsAbout = (reference: string) =>
  smtp.received
    .filter(({ to }) => to.includes(VALID_INQUIRY.email))
    .map((mail) => ({ ...partsOf(mail), subject: /^Subject: .*/m.exec(mail.text)?.[0] }))
    .filter(({ text }) => text.includes(reference))

it.each(Object.entries(WAYS))('nothing is lost by %s, from the names to the talk', async (way, person) => {
  const address = await person.inquire()
  const status = () => askJson<InquiryStatus>(address, { headers: JSON_TYPE })
  const { reference, receivedAt } = await status()

  // At the desk.
  const { cookie } = await signIn(server.base, keyIn(server.output()))
  const open = async (path: string) =>
    parse(await (await fetch(server.base + path, { headers: { Cookie: cookie } })).text())
  const send = async (path: string, fields: Record<string, string>) => {
    const hidden = (await open(path)).querySelectorAll('main input[type=hidden]')
    const own = hidden.map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value])
    const sent = { ...form({ ...Object.fromEntries<string>(own), ...fields }), headers: { Cookie: cookie } }
    expect((await fetch(server.base + path, { ...sent, redirect: 'manual' })).status).toBe(303)
  }
  const inquiry = `/desk/inquiries/${reference}`
  await send(inquiry, { what: 'conflict', finding: 'none', note: '' })
  expect((await status()).status).toBe('received')
  await send(inquiry, { what: 'reply', note: 'When was it?', asks: 'yes', status: 'contacted' })
  expect(await status()).toMatchObject({ status: 'asked', next: { who: 'person', what: 'answer' } })

  const answers = [1, 2].map((number) => `By ${way}, part ${number} of what I know.`)
  await person.answer(address, answers[0] ?? '')
  await survive(() => person.answer(address, answers[1] ?? ''))
  expect(await status()).toMatchObject({ status: 'in_review', next: { who: 'firm', what: 'review' } })
  expect(await (await fetch(address)).text()).not.toContain('what I know')
  const shown = (await open(inquiry)).text
  for (const one of answers) expect(shown.split(one)).toHaveLength(2)

  const talk = `${inquiry}/talk?${new URLSearchParams({ received: receivedAt })}`
  const letter = (await open(talk)).querySelector('textarea')?.text ?? ''
  await send(talk, { kind: 'telephone', note: letter })
  const { times = [], ...offered } = await status()
  expect(offered).toMatchObject({ status: 'answered', next: { who: 'person', what: 'choose_time' } })
  // Of the last ones, which stay open while the clock of the test goes on.
  const [first, second] = times.slice(-2)
  for (const { id, startsAt } of [first, second].filter((time) => time !== undefined)) {
    await (id === first?.id ? person.choose(address, id) : survive(() => person.choose(address, id)))
    expect(await status()).toMatchObject({ status: 'scheduled', time: { id } })
    const dtstart = new Date(startsAt).toISOString().replace('.000Z', 'Z')
    await expectEntry(reference, { dtstart, status: 'CONFIRMED' })
  }
  await survive(() => person.choose(address, 'cancel'))
  expect((await status()).times?.slice(-2)).toEqual([first, second])
  await expectEntry(reference, { status: 'CANCELLED' })

  await person.choose(address, second?.id ?? '')
  setClock(Date.parse(second?.startsAt ?? '') - Date.now() - DAY_MS / 2)
  await expect
    .poll(() => mailsAbout(reference).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('your talk is soon'))
  setClock(0)
})

/** Waits until the calendar of the person says this last. */
const expectEntry = (reference: string, expected: object) =>
  expect
    .poll(() => {
      const files = mailsAbout(reference).flatMap(({ calendar }) => calendar || [])
      const entries = files.map((file) => readCalendar(file).entries[0])
      return entries.sort((one, other) => Number(one?.sequence) - Number(other?.sequence)).at(-1)
    })
    .toMatchObject(expected)
