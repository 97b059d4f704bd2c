/**
 * The published texts, compressed by the build, in one file beside the published folder, for the one-machine server. Netlify
 * compresses by itself. A text of an earlier build that is still the same is not compressed again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mapInBatches } from '../store/batches.ts'
import { publishedPaths } from './published.ts'
import { HEADERS_FILE } from './static-headers.ts'

/** Where the build writes it, from the project's folder. */
export const PACK_FILE = '.cache/texts.pack'

/** Media types of texts by extension, as the package `send` gives them. Those without an extension have theirs in `_headers`. */
export const TEXT_TYPES: Readonly<Record<string, string | undefined>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
}

/** The ways of compressing, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A text of the pack. */
export interface PackedText {
  /** SHA-256 of the text, hexadecimal. */
  hash: string
  /** How hard the build tried. */
  quality: number
  /** Only those that are smaller than the text. */
  bodies: Partial<Record<Encoding, Uint8Array>>
}

/** By path in the published folder, with a leading slash. */
export type Pack = ReadonlyMap<string, PackedText>

const compress: Record<Encoding, (text: Uint8Array, quality: number) => Promise<Uint8Array>> = {
  br: (text, quality) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}
/** Texts are small: a larger window only takes time. */
const WINDOW_BITS = 16
/** A tenth smaller, and thirty times as slow: too slow for all texts of a large site. */
const BEST = constants.BROTLI_MAX_QUALITY
const FAST = 9
/** What visitors load first: the pages of the menu with their styles and scripts, and not what lies in folders that grow. */
const FIRST_LOADED = /^\/([^/]+\/)?[^/]+\.(html|css|js)$/
/** Larger files are not of this site's making, bytes. */
const LARGE = 100_000

const qualityOf = (path: string, size: number) => (FIRST_LOADED.test(path) && size <= LARGE ? BEST : FAST)

export const hashOf = (data: Uint8Array) => createHash('sha256').update(data)

/** Bodies of another code or other libraries are not kept. */
const MADE_WITH = `${process.versions.brotli} ${process.versions.zlib} ${WINDOW_BITS}`

/**
 * Compresses the texts of the published folder and writes the pack.
 * @param folder the published folder
 * @param file the pack; what it holds of an earlier build is used again
 */
export async function packTexts(folder: string, file: string): Promise<void> {
  const known = new Map([...readPack(file).values()].map((text) => [`${text.hash} ${text.quality}`, text]))
  // In batches: each that is at work holds memory of its own.
  const texts = await mapInBatches(textPaths(folder), async (path): Promise<[string, PackedText]> => {
    const text = readFileSync(join(folder, path))
    const hash = hashOf(text).digest('hex')
    const quality = qualityOf(path, text.length)
    return [path, known.get(`${hash} ${quality}`) ?? { hash, quality, bodies: await compressed(text, quality) }]
  })
  writePack(file, new Map(texts))
}

async function compressed(text: Uint8Array, quality: number): Promise<PackedText['bodies']> {
  const bodies = await Promise.all(
    ENCODINGS.map(async (encoding) => [encoding, await compress[encoding](text, quality)] as const),
  )
  return Object.fromEntries(bodies.filter(([, body]) => body.length < text.length))
}

function textPaths(folder: string): string[] {
  return publishedPaths(folder)
    .filter((path) => basename(path) !== HEADERS_FILE)
    .filter((path) => extname(path) === '' || TEXT_TYPES[extname(path)] !== undefined)
    .sort()
}

/*
 * The file: the SHA-256 of all that follows (32 bytes), the length of the table (4 bytes, big-endian), the table as JSON, and
 * the bodies, one after the other.
 */
const HASH_BYTES = 32
const LENGTH_BYTES = 4

/** Of a body: where it begins among the bodies, and its length. */
type Place = [number, number]

interface TableRow {
  hash: string
  quality: number
  bodies: Partial<Record<Encoding, Place>>
}

interface PackTable {
  madeWith: string
  texts: Record<string, TableRow>
}

function writePack(file: string, pack: Pack): void {
  const parts: Uint8Array[] = []
  let end = 0
  const texts = Object.fromEntries(
    [...pack].map(([path, { hash, quality, bodies }]) => {
      const places = Object.entries(bodies).map(([encoding, body]) => {
        parts.push(body)
        end += body.length
        return [encoding, [end - body.length, body.length]]
      })
      return [path, { hash, quality, bodies: Object.fromEntries(places) as TableRow['bodies'] }]
    }),
  )
  const table = Buffer.from(JSON.stringify({ madeWith: MADE_WITH, texts } satisfies PackTable))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(table.length)
  const content = Buffer.concat([length, table, ...parts])
  mkdirSync(dirname(file), { recursive: true })
  // Renamed when it is all there: a server that starts now reads the older one.
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, Buffer.concat([hashOf(content).digest(), content]))
  renameSync(unfinished, file)
}

/**
 * Reads the pack into memory.
 * @returns an empty one when there is none, or when it is damaged or was made by other code
 */
export function readPack(file: string): Pack {
  const content = readIntact(file)
  if (!content) return new Map()
  const start = LENGTH_BYTES + content.readUInt32BE(0)
  const { madeWith, texts } = JSON.parse(content.toString('utf8', LENGTH_BYTES, start)) as PackTable
  if (madeWith !== MADE_WITH) return new Map()
  const bodyAt = ([from, length]: Place) => content.subarray(start + from, start + from + length)
  return new Map(
    Object.entries(texts).map(([path, { hash, quality, bodies }]) => [
      path,
      {
        hash,
        quality,
        bodies: Object.fromEntries(Object.entries(bodies).map(([encoding, place]) => [encoding, bodyAt(place)])),
      },
    ]),
  )
}

/** What follows the hash; undefined when there is no file, or the hash is another. */
function readIntact(file: string): Buffer | undefined {
  try {
    const all = readFileSync(file)
    const content = all.subarray(HASH_BYTES)
    return hashOf(content).digest().equals(all.subarray(0, HASH_BYTES)) ? content : undefined
  } catch {
    return undefined
  }
}
