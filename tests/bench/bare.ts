/**
 * The barest server that could store an inquiry, in a process of its own: it parses JSON and inserts one row, as durable as the real store.
 * Requests of the same round of the event loop share one fsync. Sends its port to its parent.
 *   bare.ts FILE          no more than that
 *   bare.ts FILE sealed   with the shared secret of one seal and the signature of one receipt
 */
import { diffieHellman, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const [file = '', isSealed] = process.argv.slice(2)
const recipient = generateKeyPairSync('x25519')
const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const database = new DatabaseSync(file)
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE inquiries (id INTEGER PRIMARY KEY, value TEXT) STRICT',
)
const insert = database.prepare('INSERT INTO inquiries (value) VALUES (?)')
let queue: { value: unknown; response: ServerResponse }[] = []

function sealAndSign(text: string): void {
  const { privateKey } = generateKeyPairSync('x25519')
  diffieHellman({ privateKey, publicKey: recipient.publicKey })
  sign('sha256', Buffer.from(text), signer.privateKey)
}

function flush(): void {
  const batch = queue
  queue = []
  database.exec('BEGIN IMMEDIATE')
  const ids = batch.map(({ value }) => Number(insert.run(JSON.stringify(value)).lastInsertRowid))
  database.exec('COMMIT')
  batch.forEach(({ response }, index) => {
    response.writeHead(202, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ id: ids[index] }))
  })
}

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  request.on('end', () => {
    if (isSealed) sealAndSign(text)
    if (queue.length === 0) setImmediate(flush)
    queue.push({ value: JSON.parse(text), response })
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
