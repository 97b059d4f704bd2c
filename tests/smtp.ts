/** A real SMTP server for tests, which does as it is told. A mail counts as delivered once it is accepted, even if the client gets no answer. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { NotDelivered } from '../src/ports.ts'

export interface Received {
  from: string
  to: string[]
  /** As it came over the wire. */
  text: string
  /** The part of `Message-ID` before the @. */
  id: string
  isAnswered: boolean
  /** How often the sender had been killed before. */
  life: number
}

export const FAULTS = ['reject', 'stall', 'drop before yes', 'drop with yes', 'drop after yes'] as const
export type Fault = (typeof FAULTS)[number]

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>

export async function startSmtp() {
  const received: Received[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo({ address }, _session, done) {
      const fault = (code: string, text: string) => Object.assign(new Error(text), { responseCode: Number(code) })
      void smtp
        .recipient(address)
        .then((refusal) => done(refusal === undefined ? null : fault(refusal.slice(0, 3), refusal.slice(4))))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        const fault = smtp.fault()
        if (fault) smtp.done.set(fault, (smtp.done.get(fault) ?? 0) + 1)
        const isAnswered = fault === undefined || fault === 'drop after yes'
        const from = mailFrom ? mailFrom.address : ''
        const [, id = ''] = /^message-id: <([^@>]+)/im.exec(text) ?? []
        if (isAnswered || fault === 'drop with yes')
          received.push({ from, to: rcptTo.map(({ address }) => address), text, id, isAnswered, life: smtp.life })
        if (fault === 'reject') done(Object.assign(new Error('not now'), { responseCode: 451 }))
        if (isAnswered) done()
        if (fault?.startsWith('drop')) drop(server, session)
      })
    },
  })
  // Clients that are killed reset their connections.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const smtp = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    open: () => server.connections.size,
    /** Undefined accepts the recipient. */
    recipient: async (_address: string): Promise<string | undefined> => undefined,
    /** Undefined to behave. */
    fault: (): Fault | undefined => undefined,
    done: new Map<Fault, number>(),
    /** The killer of the sender counts this up. */
    life: 0,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return smtp
}

/** The connection ends after what was written to it. */
function drop(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>)
    if (connection.session === session) connection._socket.destroySoon()
}

/** @returns the e-mail of a person who answers this one */
export const answerTo = (letter: string, words: string): string =>
  `From: ana@example.com\r\nTo: ${/^Reply-To: (.*)\r$/m.exec(letter)?.[1]}\r\nMessage-ID: <${btoa(words)}@x>\r\n\r\n${words}\r\n`

/** @returns why the message was not delivered; 'sent' when it was */
export const failure = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof NotDelivered ? error.message : `a bare ${(error as Error).name}`),
  )
