/**
 * A PNG whose pixels are numbers of colors (PNG specification, color type 3). The encoder of `sharp` looks for the best colors
 * of each picture, which takes ten times as long as all the rest. Here they are given.
 */
import { constants, crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number]

export interface IndexedPicture {
  width: number
  height: number
  /** At most 256. */
  palette: readonly Color[]
  /** For each pixel, row by row, its place in the palette. */
  pixels: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BIT_DEPTH = 8
const INDEXED = 3
/** Looks only for runs of the same byte: such pictures hardly hold more, and it takes a sixth of the time. */
const RUNS = { strategy: constants.Z_RLE }

/** Used for one picture after the other: to clear away so much memory for each takes longer than to write it. */
let rowsBefore = Buffer.alloc(0)

function rowsFor(size: number): Buffer {
  if (rowsBefore.length !== size) rowsBefore = Buffer.alloc(size)
  return rowsBefore
}

/** @returns the file */
export function indexedPng({ width, height, palette, pixels }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BIT_DEPTH, INDEXED], 8)
  // Each row begins with the number of its filter: 0, none.
  const rows = rowsFor((width + 1) * height)
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 0
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, RUNS)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}
