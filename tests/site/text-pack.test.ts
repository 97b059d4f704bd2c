/**
 * The compressed texts of the build: one of each published text, and none of them in the published folder.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PACK_FILE, readPack } from '../../src/hosts/text-pack.ts'
import { FILES, FOLDER } from './published.ts'

const pack = readPack(PACK_FILE)
/** Bytes that are compressed already. */
const NO_TEXT = /\.(png|webp|jpe?g|woff2)$/

it('the pack holds each text that is published, and nothing else', () => {
  const texts = FILES.filter((file) => !NO_TEXT.test(file)).map((file) => `/${file}`)
  expect(texts).toContain('/index.html')
  expect([...pack.keys()].sort()).toEqual(texts.sort())
})

it('each is what is published', () => {
  for (const [path, { bodies }] of pack) {
    const text = readFileSync(join(FOLDER, path))
    if (bodies.br) expect(brotliDecompressSync(bodies.br).equals(text), path).toBe(true)
    if (bodies.gzip) expect(gunzipSync(bodies.gzip).equals(text), path).toBe(true)
    if (text.length > 1000) expect(Object.keys(bodies), path).toEqual(['br', 'gzip'])
  }
})

it('no compressed file is published', () => {
  expect(FILES.filter((file) => /\.(br|gz|zst|pack)$/.test(file))).toEqual([])
})
