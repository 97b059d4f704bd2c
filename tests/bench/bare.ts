/**
 * The barest server that could store an inquiry, in a process of its own: it parses JSON and inserts one row, as durable as the real store.
 * Requests of the same round of the event loop share one fsync. Gets the file of its database, and sends its port to its parent.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE inquiries (id INTEGER PRIMARY KEY, value TEXT) STRICT',
)
const insert = database.prepare('INSERT INTO inquiries (value) VALUES (?)')
let queue: { value: unknown; response: ServerResponse }[] = []

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
    if (queue.length === 0) setImmediate(flush)
    queue.push({ value: JSON.parse(text), response })
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
