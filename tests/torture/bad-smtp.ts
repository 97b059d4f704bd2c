/**
 * An SMTP server that fails in every way that a mail can be interrupted. It counts what it accepted: from its yes on, a mail is
 * delivered, whether or not the sender got to hear of it.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

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
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    receive(socket, smtp)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const smtp: BadSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries: [],
    done: new Map(),
    fault: () => undefined,
    life: 0,
    open: () => sockets.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return smtp
}

function receive(socket: Socket, smtp: BadSmtp): void {
  let text = ''
  let isData = false
  socket.write('220 ready\r\n')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = text.indexOf(end)
      if (at < 0) return
      const part = text.slice(0, at)
      text = text.slice(at + end.length)
      if (isData) {
        isData = false
        finish(socket, smtp, /^message-id: <([^@>]+)/im.exec(part)?.[1] ?? '')
      } else if (/^quit/i.test(part)) socket.end('221 bye\r\n')
      else {
        isData = /^data/i.test(part)
        socket.write(isData ? '354 go on\r\n' : '250 yes\r\n')
      }
    }
  })
}

function finish(socket: Socket, smtp: BadSmtp, id: string): void {
  const fault = smtp.fault()
  if (fault) smtp.done.set(fault, (smtp.done.get(fault) ?? 0) + 1)
  const accept = (isAnswered: boolean) => smtp.deliveries.push({ id, isAnswered, life: smtp.life })
  switch (fault) {
    case 'reject':
      return void socket.write('451 not now\r\n')
    case 'stall':
      return
    case 'drop before yes':
      return void socket.destroy()
    case 'drop with yes':
      accept(false)
      return void socket.destroy()
    case 'drop after yes':
      accept(true)
      return void socket.end('250 yes\r\n')
    default:
      accept(true)
      return void socket.write('250 yes\r\n')
  }
}
