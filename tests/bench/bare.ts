/**
 * The barest servers that could do the same, each in a process of its own: `bare.ts insert FILE` and `bare.ts files FOLDER`.
 * Sends its port to its parent.
 */
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const [kind = '', place = ''] = process.argv.slice(2)

/** Parses JSON and inserts one row, as durable as the real store. */
function inserting(file: string): RequestListener {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE inquiries (id INTEGER PRIMARY KEY, value TEXT) STRICT')
  const insert = database.prepare('INSERT INTO inquiries (value) VALUES (?)')
  return async (request, response) => {
    const value: unknown = JSON.parse(await textOf(request))
    const { lastInsertRowid } = insert.run(JSON.stringify(value))
    response.writeHead(202, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ id: Number(lastInsertRowid) }))
  }
}

function serving(folder: string): RequestListener {
  return ({ url = '' }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    createReadStream(join(folder, url)).pipe(response)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const server = createServer(kind === 'insert' ? inserting(place) : serving(place))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
