/**
 * The barest server that could accept an inquiry, in a process of its own: it parses JSON, inserts one row, as durable as the real store, and
 * signs a receipt. Gets the file of its database, and sends its port to its parent.
 */
import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE inquiries (id INTEGER PRIMARY KEY, value TEXT) STRICT',
)
const insert = database.prepare('INSERT INTO inquiries (value) VALUES (?)')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

async function accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { lastInsertRowid } = insert.run(JSON.stringify(JSON.parse(body)))
  const receipt = `${Number(lastInsertRowid)} ${hash('sha256', body, 'base64url')}`
  const signature = sign('sha256', Buffer.from(receipt), privateKey).toString('base64url')
  response.writeHead(202, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ receipt, signature }))
}

const server = createServer((request, response) => void accept(request, response))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
