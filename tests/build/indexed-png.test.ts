import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DRAWINGS } from '../../src/build/drawings.ts'
import { type Color, indexedPng } from '../../src/build/indexed-png.ts'
import { type ShareCard, shareCard } from '../../src/build/share-card.ts'

const PALETTE: Color[] = [
  [250, 248, 243],
  [22, 33, 31],
  [154, 63, 29],
]

it.each([
  [3, 2],
  // As many bytes as the one before, in rows of another length.
  [1, 4],
])('another decoder reads the colors of the palette where they were put, in %i × %i', async (width, height) => {
  const pixels = Uint8Array.from([2, 1, 2, 2, 1, 0].slice(0, width * height))
  const png = indexedPng({ width, height, palette: PALETTE, pixels })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3])
  expect([...data]).toEqual([...pixels].flatMap((place) => PALETTE[place] ?? []))
})

const CARD: ShareCard = {
  title: 'Wills',
  signature: 'A Firm  ·  DeLand, FL',
  drawing: undefined,
  emblem: { name: 'Ortiz & Lund', accent: '#5b2a86', drawing: undefined, logo: undefined },
}

it('a card has its size, shows its title, and is the same bytes each time', async () => {
  const [one, again, other] = await Promise.all(
    ['Wills', 'Wills', 'A title of several words that needs more lines'].map((title) =>
      shareCard({ ...CARD, title, drawing: DRAWINGS.oak }),
    ),
  )
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(again).toEqual(one)
  const inkOf = async (card: Buffer | undefined) => {
    const grey = await sharp(card).extract({ left: 80, top: 20, width: 640, height: 460 }).greyscale().raw().toBuffer()
    return grey.filter((value) => value < 128).length
  }
  expect(await inkOf(one)).toBeGreaterThan(1000)
  expect(await inkOf(other)).toBeGreaterThan(3 * (await inkOf(one)))
})
