/**
 * The texts of the pack as the one-machine server sends them: only while the published file is still the one that was compressed.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND_MS } from '../duration.ts'
import { preferredEncoding } from '../http/accept.ts'
import { type Encoding, ENCODINGS, hashOf, type Pack, type PackedText } from './text-pack.ts'

/** A published text that is in the pack. */
export interface CurrentText {
  bodies: PackedText['bodies']
  /** The text itself; undefined when too many others are kept in memory. */
  plain: Buffer | undefined
  /** Of the text, however it is compressed, and therefore weak (RFC 9110 section 8.8.1). */
  etag: string
  /** When the file was written, milliseconds since 1970. */
  modified: number
}

/** What was found out about a file as it was at a time. */
interface Seen {
  mtimeMs: number
  size: number
  isPacked: boolean
  plain: Buffer | undefined
}

/** Of the texts themselves so much is kept in memory at most, bytes. */
const MOST_KEPT = 32 * 1024 * 1024

/** Enough hexadecimal digits that no two texts share them. */
const ETAG_LENGTH = 32

/**
 * @param folder the published folder
 * @returns finds the text of a path; undefined when it is not in the pack, not there, or another by now
 */
export function packedTexts(folder: string, pack: Pack): (path: string) => Promise<CurrentText | undefined> {
  const seen = new Map<string, Seen>()
  let kept = 0

  async function look(file: string, hash: string, before: Seen | undefined): Promise<Pick<Seen, 'isPacked' | 'plain'>> {
    const text = await readFile(file)
    const isPacked = hashOf(text).digest('hex') === hash
    kept -= before?.plain?.length ?? 0
    const plain = isPacked && kept + text.length <= MOST_KEPT ? text : undefined
    kept += plain?.length ?? 0
    return { isPacked, plain }
  }

  return async (path) => {
    const packed = pack.get(path)
    if (!packed) return undefined
    try {
      const file = join(folder, path)
      const { mtimeMs, size } = await stat(file)
      let known = seen.get(path)
      if (known?.mtimeMs !== mtimeMs || known.size !== size) {
        known = { mtimeMs, size, ...(await look(file, packed.hash, known)) }
        seen.set(path, known)
      }
      if (!known.isPacked) return undefined
      const { bodies, hash } = packed
      return { bodies, plain: known.plain, etag: `W/"${hash.slice(0, ETAG_LENGTH)}"`, modified: mtimeMs }
    } catch {
      return undefined
    }
  }
}

/** Headers of requests that ask for a part of the text itself, or only under a condition about it. */
const ABOUT_THE_TEXT = ['range', 'if-match', 'if-unmodified-since'] as const

/** What to send of a text. */
interface Body {
  /** Undefined: the text itself. */
  encoding: Encoding | undefined
  bytes: Uint8Array
}

/**
 * What to send of a text to who asks.
 * @returns undefined when it is a part of the text, perhaps nothing because the client has it, or not in memory
 */
export function bodyFor(headers: IncomingHttpHeaders, text: CurrentText): Body | undefined {
  if (ABOUT_THE_TEXT.some((name) => name in headers) || mayHave(headers, text)) return undefined
  const available = ENCODINGS.filter((encoding) => text.bodies[encoding] !== undefined)
  const encoding = preferredEncoding(headers['accept-encoding']?.toString(), available)
  const bytes = encoding === undefined ? text.plain : text.bodies[encoding]
  return bytes && { encoding, bytes }
}

/** Whether a client may have the text already. That it has is decided by the package `send`. */
function mayHave(headers: IncomingHttpHeaders, { etag, modified }: CurrentText): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || tags.includes(etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified / SECOND_MS) * SECOND_MS <= since
}
