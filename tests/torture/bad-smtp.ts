/** An SMTP server that fails in every way. From its yes on, a mail counts as delivered, whether or not the sender heard it. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export const FAULTS = ['reject', 'stall', 'drop before yes', 'drop with yes', 'drop after yes'] as const
export type Fault = (typeof FAULTS)[number]

export interface Delivery {
  /** The part of `Message-ID` before the @. */
  id: string
  isAnswered: boolean
  /** How often the sender had been killed before. */
  life: number
}

export interface BadSmtp {
  url: string
  deliveries: Delivery[]
  done: Map<Fault, number>
  /** Undefined to behave. */
  fault: () => Fault | undefined
  /** The killer of the sender counts this up. */
  life: number
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

/** The connection ends after what was written to it. */
function drop(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>)
    if (connection.session === session) connection._socket.destroySoon()
}
