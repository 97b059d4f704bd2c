/** Refusals on a connection on which another response may be under way. */
import { once } from 'node:events'
import { createServer, type ServerOptions, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { refuseUnreadable, TIMEOUTS } from '../../src/hosts/refusal.ts'
import { listen } from '../journeys/server.ts'

const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach((close) => close()))

async function connection(handle: (response: ServerResponse) => void, options: ServerOptions = {}) {
  const server = createServer(options, (_request, response) => handle(response))
  refuseUnreadable(server)
  const socket = connect(await listen(server), '127.0.0.1').setEncoding('utf8')
  open.push(
    () => server.close(),
    () => socket.destroy(),
  )
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  return { socket, all: once(socket, 'close').then(() => text) }
}

const BOTH =
  /completeHTTP\/1\.1 501 Not Implemented\r\n[^]*\r\nContent-Length: 31\r\n\r\nThis method is not known here\.\n$/
it.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['is never written into a response that has begun', (response) => response.write('begun'), /begun\r\n$/],
  ['follows a response that is complete', (response) => response.end('complete'), BOTH],
])('a refusal %s', async (_how, handle, end) => {
  const { socket, all } = await connection(handle)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.write('FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await all).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await all).toMatch(end)
})

it('a request that takes too long is refused when its time is over, at whatever point it is', async () => {
  const begun = ['', 'GET / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n1']
  const start = performance.now()
  const answers = begun.map(async (text) => {
    const { socket, all } = await connection(() => undefined, { ...TIMEOUTS, requestTimeout: 1 })
    socket.write(text)
    return all
  })
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  // Node looks every 30 seconds by default.
  expect(performance.now() - start).toBeLessThan(TIMEOUTS.requestTimeout / 2)
})
