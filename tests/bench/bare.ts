/**
 * The barest servers that could do the same, each in a process of its own. Sends its port to its parent.
 *   bare.ts insert FILE    parses JSON, inserts one row as durable as the real store, signs a receipt with ES256
 *   bare.ts files FOLDER   sends a file
 *   bare.ts sign           parses JSON, signs it once with ES256
 *   bare.ts verify         parses a form, verifies one ES256 signature, makes a random token
 */
import { generateKeyPairSync, hash, randomBytes, sign, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const [kind = '', place = ''] = process.argv.slice(2)

/** Parses JSON, inserts one row, as durable as the real store, and signs a receipt: no server that gives a signed one can do without. */
function inserting(file: string): RequestListener {
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE inquiries (id INTEGER PRIMARY KEY, value TEXT) STRICT',
  )
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const insert = database.prepare('INSERT INTO inquiries (value) VALUES (?)')
  return answering((text, response) => {
    const value: unknown = JSON.parse(text)
    const { lastInsertRowid } = insert.run(JSON.stringify(value))
    const receipt = `${Number(lastInsertRowid)} ${hash('sha256', text, 'base64url')}`
    const signature = sign('sha256', Buffer.from(receipt), privateKey).toString('base64url')
    response.writeHead(202, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ receipt, signature }))
  })
}

function serving(folder: string): RequestListener {
  return ({ url = '' }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    createReadStream(join(folder, url)).pipe(response)
  }
}

/** @param answer answers a request whose body was read */
function answering(answer: (text: string, response: ServerResponse) => void): RequestListener {
  return (request, response) => void textOf(request).then((text) => answer(text, response))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** `node:crypto` without threads or promises: what costs least. */
function signing(): RequestListener {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return answering((text, response) => {
    const value: unknown = JSON.parse(text)
    const signature = sign('sha256', Buffer.from(JSON.stringify(value)), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ signature: signature.toString('base64url') }))
  })
}

function verifying(): RequestListener {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const known = Buffer.from('what was signed')
  const signature = sign('sha256', known, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return answering((text, response) => {
    new URLSearchParams(text).get('assertion')
    const valid = verify('sha256', known, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
    response.writeHead(valid ? 200 : 400, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ token: randomBytes(32).toString('base64url') }))
  })
}

const KINDS: Record<string, () => RequestListener> = {
  insert: () => inserting(place),
  files: () => serving(place),
  sign: signing,
  verify: verifying,
}
const server = createServer(KINDS[kind]?.())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
