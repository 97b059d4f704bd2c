/** Compresses published texts for the one-machine server. Netlify compresses by itself. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { publishedPaths } from '../hosts/published.ts'
import { mapInBatches } from '../store/batches.ts'

/** Documents of the API have no extension. */
const TEXT = /\.(html|md|txt|css|js|json|xml|svg)$|\/[^/.]+$/
/** The best quality would save 10 % more, but would take 30 times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes a compressed copy only if it is smaller than the text. */
export async function compressTexts(folder: string): Promise<void> {
  const texts = publishedPaths(folder).filter((path) => TEXT.test(path))
  await mapInBatches(texts, async (path) => {
    const file = join(folder, path)
    const text = await readFile(file)
    const copies = { '.br': await promisify(brotliCompress)(text, BROTLI), '.gz': await promisify(gzip)(text) }
    for (const [ending, copy] of Object.entries(copies))
      if (copy.length < text.length) await writeFile(file + ending, copy)
  })
}
