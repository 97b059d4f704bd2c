import { Problem } from '../problem.ts'

export const MAX_BODY_BYTES = 64 * 1024
/** Nested levels in a JSON body. An inquiry needs two, because a list is a level of its own. */
const MAX_DEPTH = 32
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const NOT_UTF8 = 'The body is not valid UTF-8.'
const REPLACEMENT_CHARACTER = '\uFFFD'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
/** These names could lead to prototype pollution. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype']

/** @throws Problem `unsupported-media-type`, `content-too-large` or `malformed-body` */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const value = await readJson(request)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('The body must be a JSON object, in braces.')
  if (isDeeperThan(value, MAX_DEPTH)) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  const forbidden = FORBIDDEN.find((name) => Object.hasOwn(value, name))
  if (forbidden) throw malformed(`The member name "${forbidden}" is not allowed.`)
  return value as Record<string, unknown>
}

/** @throws Problem as `readJsonObject` */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readBodyText(request, 'application/json')
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(text === '' ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.')
  }
}

/** @throws Problem as `readJsonObject` */
export async function readForm(request: Request, maxBytes?: number): Promise<URLSearchParams> {
  const text = await readBodyText(request, FORM, maxBytes)
  try {
    // URLSearchParams would silently replace bytes that are not UTF-8, so they are refused here.
    for (const [encoded] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(encoded)
  } catch {
    throw malformed(NOT_UTF8)
  }
  return new URLSearchParams(text)
}

/** @returns the first value that `listOf` returns; empty if there is none */
export const textOf = (form: URLSearchParams, name: string): string => listOf(form, name)[0] ?? ''
/** Browsers send a line break as CRLF. It becomes LF, so that length limits count one character. */
export const listOf = (form: URLSearchParams, name: string): string[] =>
  form.getAll(name).map((text) => text.replaceAll('\r\n', '\n'))

/**
 * Reads a form with files. A file becomes a field with its text; a file that is empty or was not chosen is left out.
 * @throws Problem as `readJsonObject`
 */
export async function readFormWithFiles(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const bytes = await readBody(request, MULTIPART, maxBytes)
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  const fields = new URLSearchParams()
  try {
    for (const [name, value] of await new Response(bytes, { headers }).formData()) {
      // The parser writes this character in place of bytes that are not UTF-8.
      const isReplaced = typeof value === 'string' && value.includes(REPLACEMENT_CHARACTER)
      if (isReplaced && !bytes.includes(REPLACEMENT_CHARACTER)) throw new TypeError(NOT_UTF8)
      if (typeof value === 'string') fields.append(name, value)
      else if (value.size > 0) fields.append(name, fileText(await value.bytes()))
    }
  } catch (cause) {
    throw new Problem('malformed-body', {
      detail: 'The form cannot be read. Open the page again and send it from there.',
      cause,
    })
  }
  return fields
}

/** Programs save texts as UTF-16 with a byte order mark, as UTF-8, or else as Windows-1252. */
function fileText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return UTF8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const isUrlEncoded = (request: Request): boolean => isOfType(request, FORM)
export const isMultipart = (request: Request): boolean => isOfType(request, MULTIPART)
const isOfType = (request: Request, mediaType: string) =>
  (request.headers.get('content-type') ?? '').toLowerCase().startsWith(mediaType)

async function readBodyText(request: Request, mediaType: string, maxBytes?: number) {
  const bytes = await readBody(request, mediaType, maxBytes)
  try {
    return UTF8.decode(bytes)
  } catch {
    throw malformed(NOT_UTF8)
  }
}

function requireMediaType(request: Request, mediaType: string): void {
  const accepted = { 'Accept-Post': mediaType, Accept: mediaType }
  const [essence = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || ['charset=utf-8', 'charset="utf-8"'].includes(charset)
  if (essence.trim() !== mediaType || !isUtf8)
    throw new Problem('unsupported-media-type', {
      detail: `Send the body as ${mediaType}, in UTF-8.`,
      headers: accepted,
    })
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') {
    const headers = { ...accepted, 'Accept-Encoding': 'identity' }
    throw new Problem('unsupported-media-type', { detail: 'Send the body without compression.', headers })
  }
}

/** Stops reading after `maxBytes`, even without a Content-Length. @throws Problem as `readJsonObject` */
export async function readBody(request: Request, mediaType: string, maxBytes = MAX_BODY_BYTES) {
  requireMediaType(request, mediaType)
  const contentLength = Number(request.headers.get('content-length') ?? Number.NaN)
  if (contentLength > maxBytes) throw new Problem('content-too-large')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    // The HTTP parser never yields more than the declared length.
    if (Number.isInteger(contentLength)) return Buffer.from(await request.arrayBuffer())
    // Leaving the loop ends the transfer.
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new Problem('malformed-body', { detail: 'The body ended before it was complete.', cause })
  }
  if (length > maxBytes) throw new Problem('content-too-large')
  return Buffer.concat(chunks)
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1))
}

const malformed = (detail: string): Problem =>
  new Problem('malformed-body', { detail, errors: [{ pointer: '', detail }] })
