/**
 * The published texts, compressed by the build into a folder beside the published one, for the one-machine server. Netlify
 * compresses by itself. A copy has the time of the text that it was made from: so no copy of another text is ever sent, and that of
 * a text which an earlier build wrote is not made again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mapInBatches } from '../store/batches.ts'
import { HEADERS_FILE, publishedPaths } from './published.ts'

/** The folder of the copies, from the project's folder. */
export const COPIES_DIR = '.cache/texts'

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

/** The ways of compressing, the best first, with the endings of their copies. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof ENDINGS
export const ENCODINGS = Object.keys(ENDINGS) as Encoding[]

/** @param path of the text in the published folder, with a leading slash */
export const copyOf = (copies: string, path: string, encoding: Encoding): string =>
  join(copies, path + ENDINGS[encoding])

/** Texts are small: a larger window only takes time. */
const WINDOW_BITS = 16
/** The best would be a tenth smaller, and thirty times as slow. */
const QUALITY = 9

const COMPRESS: Record<Encoding, (text: Uint8Array) => Promise<Uint8Array>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/**
 * Makes the copies that are missing, and removes those of texts that are gone. There is none that would be larger than its text.
 * @param copies folder of the copies; is made when it is missing
 */
export async function compressTexts(folder: string, copies: string): Promise<void> {
  const texts = publishedPaths(folder)
    .filter((path) => basename(path) !== HEADERS_FILE)
    .filter((path) => extname(path) === '' || TEXT_TYPES[extname(path)] !== undefined)
  const wanted = new Set(texts.flatMap((path) => ENCODINGS.map((encoding) => copyOf(copies, path, encoding))))
  const found = existsSync(copies) ? publishedPaths(copies).map((path) => join(copies, path)) : []
  for (const file of found.filter((one) => !wanted.has(one))) rmSync(file)
  // In batches: each that is at work holds memory of its own.
  await mapInBatches(texts, async (path) => {
    const { mtime } = statSync(join(folder, path))
    const missing = ENCODINGS.filter((encoding) => !isCopyAt(copyOf(copies, path, encoding), mtime))
    if (missing.length === 0) return
    const text = readFileSync(join(folder, path))
    for (const encoding of missing) {
      const body = await COMPRESS[encoding](text)
      if (body.length >= text.length) continue
      const file = copyOf(copies, path, encoding)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, body)
      // It counts from here on: one that was not written to its end has another time.
      utimesSync(file, mtime, mtime)
    }
  })
}

export const isCopyAt = (file: string, textTime: Date): boolean =>
  statSync(file, { throwIfNoEntry: false })?.mtime.getTime() === textTime.getTime()
