/** Mail of the running server, over a real SMTP server: an inquiry. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OUTBOX_PREFIX } from '../../src/mail/outbox.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { inquire } from './requests.ts'
import { isOpen, removeFolder, type RunningServer, startServer, temporaryFolder } from './server.ts'

let folder: string
let smtp: TestSmtp | undefined
let desk: RunningServer | undefined
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await desk?.end('SIGKILL')
  await smtp?.close()
  removeFolder(folder)
})

const start = async (MAIL_URL: string) => (desk = await startServer({ DATA_DIR: folder, MAIL_URL }))
const submit = () => inquire(desk?.base ?? '')
const subjectsOf = ({ received }: TestSmtp) =>
  received.map(({ to, text }) => `${to} ${/^Subject: (.*)$/m.exec(text)?.[1]?.trim()}`).sort()
const expected = (reference: string) => [
  `ana@example.com We have your message ${reference}`,
  `frontdesk@heronlandinglaw.example New inquiry ${reference}`,
]
const outbox = () => {
  const database = new DatabaseSync(join(folder, 'front-desk.db'), { readOnly: true })
  const rows = database.prepare('SELECT key FROM facts WHERE key GLOB ?').all(`${OUTBOX_PREFIX}*`)
  database.close()
  return rows.map(({ key }) => String(key).split('/').at(-1))
}

describe('an inquiry', () => {
  it('reaches the firm and the person, and leaves the outbox empty', async () => {
    smtp = await startSmtp()
    await start(smtp.url)
    const reference = await submit()
    await expect.poll(() => smtp?.received.length).toBe(2)
    expect(subjectsOf(smtp)).toEqual(expected(reference))
    for (const mail of smtp.received) {
      const { text, html } = partsOf(mail)
      expect(text).toContain(reference)
      expect(html).toContain(reference)
      expect(text + html).not.toContain('accident')
    }
    await expect.poll(outbox).toEqual([])
    expect(desk?.output()).not.toContain('ana@')
  })

  it('is answered at once while the mail server takes its time, and stopping waits for the mail', async () => {
    smtp = await startSmtp()
    let goOn = () => {}
    const answered = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)))
    smtp.recipient = () => answered
    const server = await start(smtp.url)
    await submit()
    await expect.poll(() => smtp?.connections()).toBe(2)
    expect(smtp.received).toEqual([])
    const ended = server.end('SIGTERM')
    await expect.poll(() => isOpen(server)).toBe(false)
    goOn()
    expect(await ended).toBe(0)
    expect(smtp.received).toHaveLength(2)
    expect(outbox()).toEqual([])
  })
})
