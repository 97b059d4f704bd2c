/**
 * An SMTP server that fails in every way that a mail can be interrupted. It counts what it accepted: from its yes on, a mail is
 * delivered, whether or not the sender got to hear of it.
 */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** What it does to a mail once it has all of it. */
export const FAULTS = ['reject', 'stall', 'drop before yes', 'drop with yes', 'drop after yes'] as const
export type Fault = (typeof FAULTS)[number]

export interface Delivery {
  /** `Message-ID` before the @. */
  id: string
  /** Whether the sender was sent the yes. */
  isAnswered: boolean
  /** How often the sender had been killed before. */
  life: number
}

export interface BadSmtp {
  url: string
  deliveries: Delivery[]
  /** How often it did what to a mail. */
  done: Map<Fault, number>
  /** What it does next; undefined to behave. */
  fault: () => Fault | undefined
  /** Counted up by the one who kills the sender. */
  life: number
  /** Mails that it is being sent now. */
  open(): number
  close(): Promise<void>
}

export async function startBadSmtp(): Promise<BadSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        const fault = smtp.fault()
        if (fault) smtp.done.set(fault, (smtp.done.get(fault) ?? 0) + 1)
        const isAnswered = fault === undefined || fault === 'drop after yes'
        const [, id = ''] = /^message-id: <([^@>]+)/im.exec(text) ?? []
        if (isAnswered || fault === 'drop with yes') smtp.deliveries.push({ id, isAnswered, life: smtp.life })
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
  const smtp: BadSmtp = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    deliveries: [],
    done: new Map(),
    fault: () => undefined,
    life: 0,
    open: () => server.connections.size,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return smtp
}

/** Ends a connection, after what was written to it. */
function drop(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>)
    if (connection.session === session) connection._socket.destroySoon()
}
