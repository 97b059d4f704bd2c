/** Mail of the running server, over a real SMTP server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { listOpenRecords } from '../../src/mail/outbox.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { answerTo, startSmtp } from '../smtp.ts'
import { BUILT_FOR, copyBuild } from './build-at.ts'
import { inquire, signIn } from './requests.ts'
import { isOpen, keyIn, removeFolder, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))

it('an inquiry is answered at once while the mail server takes its time; stopping waits for the mail, which reaches the firm and the person', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const answered = Promise.withResolvers<undefined>()
  smtp.recipient = () => answered.promise
  const server = await startServer({ DATA_DIR: folder, MAIL_URL: smtp.url })
  const reference = await inquire(server.base)
  await expect.poll(() => smtp.connections()).toBe(2)
  expect(smtp.received).toEqual([])
  const ended = server.end('SIGTERM')
  await expect.poll(() => isOpen(server)).toBe(false)
  answered.resolve(undefined)
  expect(await ended).toBe(0)
  const mails = await Promise.all(smtp.received.map(({ text }) => PostalMime.parse(text)))
  const subjects = ['New inquiry', 'We have your message'].map((words) => `${words} ${reference}`)
  expect(mails.map(({ subject }) => subject).sort()).toEqual(subjects)
  const store = openSqliteStore(join(folder, DATABASE_FILE))
  expect(await listOpenRecords(store)).toEqual([])
  await store.close()
  expect(server.output()).not.toContain('ana@')
})

it('an answer by e-mail comes in by the door and by the pipe, once each, whatever is killed between', async () => {
  const smtp = await startSmtp()
  const cwd = copyBuild(BUILT_FOR, { inboundMail: 'reply@in.firm.example' })
  const env = { DATA_DIR: temporaryFolder(), MAIL_URL: smtp.url, INBOUND_SECRET: 'x'.repeat(32) }
  onTestFinished(async () => {
    await smtp.close()
    for (const one of [cwd, env.DATA_DIR]) removeFolder(one)
  })
  let server = await startServer(env, { cwd })
  const key = keyIn(server.output())
  const reference = await inquire(server.base)
  const letter = () => smtp.received.find(({ to }) => to[0] === 'ana@example.com')?.text ?? ''
  await expect.poll(letter).toContain('Write your answer above this line')
  const [one, other] = ['Through the door.', 'Through the pipe.'].map((words) => answerTo(letter(), words))
  const headers = { Authorization: `Bearer ${env.INBOUND_SECRET}`, 'Content-Type': 'message/rfc822' }
  const post = async () =>
    (await fetch(`${server.base}/mail/inbound`, { method: 'POST', headers, body: one ?? '' })).status
  const pipe = async (input = other, more = {}) => {
    const child = spawn(process.execPath, ['src/commands/mail.ts', 'inbound'], { cwd, env: { ...env, ...more } })
    child.stdin.end(input)
    return (await once(child, 'close'))[0] as number
  }
  const again = async () => {
    await server.end('SIGKILL')
    server = await startServer(env, { cwd })
  }
  await again()
  expect(await post()).toBe(204)
  await again()
  expect([await post(), await pipe()]).toEqual([204, 0])
  await again()
  expect([await pipe(), await pipe('', { DATA_DIR: '/dev/null' })]).toEqual([0, 75])
  const { cookie } = await signIn(server.base, key)
  const page = await (await fetch(`${server.base}/desk/inquiries/${reference}`, { headers: { cookie } })).text()
  for (const words of ['Through the door.', 'Through the pipe.']) expect(page.split(words)).toHaveLength(2)
  const copies = () => smtp.received.filter(({ text }) => text.includes(`E-mail about inquiry ${reference}`))
  await expect.poll(() => copies().length).toBe(2)
  await server.end('SIGTERM')
  expect(server.output()).not.toMatch(/ana@|Through/)
})
