/** A desk whose mail server does what the test says, and messages that wait in its outbox. */
import { beforeEach, expect } from 'vitest'
import { postMessage } from '../../src/mail/outbox.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { type Mail, NotDelivered } from '../../src/ports.ts'
import { openDesk } from '../test-desk.ts'

export const TO = 'ana@example.com'
export const LINKED = { kind: 'linked', to: TO, registration: 'secret', byStaff: false, language: 'en' } as const

export const down = async () => {
  throw new NotDelivered('ECONNECTION')
}

export let desk: Awaited<ReturnType<typeof openOutboxDesk>>
export const useOutboxDesk = () =>
  beforeEach(async () => {
    desk = await openOutboxDesk()
  })

export async function openOutboxDesk() {
  const opened = await openDesk()
  const desk = {
    ...opened,
    server: async (_mail: Mail): Promise<void> => undefined,
    tries: 0,
    run: () => runOutbox(opened.service),
    async post(subject = 'one') {
      await postMessage(desk.service, {
        at: desk.service.clock.now().toISOString(),
        about: { claim: subject },
        message: LINKED,
      })
    },
    /** The first try never ends; the mail server is good again for the next one. */
    async startHangingTry() {
      desk.server = () => new Promise(() => undefined)
      await desk.post()
      void desk.run()
      await expect.poll(() => desk.tries).toBe(1)
      desk.server = async () => undefined
    },
  }
  desk.service.mailer = {
    async send(mail) {
      desk.tries += 1
      await desk.server(mail)
      desk.mails.push(mail)
    },
  }
  return desk
}
