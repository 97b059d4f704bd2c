/** Mail of the running server, over a real SMTP server. */
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { listOpenRecords } from '../../src/mail/outbox.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { partsOf, startSmtp } from '../smtp.ts'
import { inquire } from './requests.ts'
import { isOpen, removeFolder, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))

it('an inquiry is answered at once while the mail server takes its time; stopping waits for the mail, which reaches the firm and the person', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  let goOn = () => {}
  const answered = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)))
  smtp.recipient = () => answered
  const server = await startServer({ DATA_DIR: folder, MAIL_URL: smtp.url })
  const reference = await inquire(server.base)
  await expect.poll(() => smtp.connections()).toBe(2)
  expect(smtp.received).toEqual([])
  const ended = server.end('SIGTERM')
  await expect.poll(() => isOpen(server)).toBe(false)
  goOn()
  expect(await ended).toBe(0)
  const subjects = smtp.received.map(({ to, text }) => `${to} ${/^Subject: (.*)$/m.exec(text)?.[1]?.trim()}`)
  expect(subjects.sort()).toEqual([
    `ana@example.com We have your message ${reference}`,
    `frontdesk@heronlandinglaw.example New inquiry ${reference}`,
  ])
  for (const mail of smtp.received) {
    const { text, html } = partsOf(mail)
    expect(text).toContain(reference)
    expect(html).toContain(reference)
    expect(text + html).not.toContain('accident')
  }
  const store = openSqliteStore(join(folder, DATABASE_FILE))
  expect(await listOpenRecords(store)).toEqual([])
  await store.close()
  expect(server.output()).not.toContain('ana@')
})
