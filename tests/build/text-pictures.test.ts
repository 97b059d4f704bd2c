/**
 * What becomes of a picture of a text, by itself. `tests/site/other-firm.test.ts` builds a site with some.
 */
import sharp, { type OutputInfo } from 'sharp'
import { expect, it } from 'vitest'
import service from '../../src/build/text-pictures.ts'

const CONFIG = { service: { entrypoint: '', config: {} } } as never
const LOGGER = { info() {}, warn() {}, error() {} } as never
/** What a phone may cost, and what a screen with more pixels may. */
const [PHONE_WIDTH, PHONE_BYTES] = [1240, 100_000]

type Options = Parameters<typeof service.transform>[1]
const transform = async (input: Buffer, options: Partial<Options>) =>
  Buffer.from((await service.transform(input, { src: 'a', format: 'webp', ...options }, CONFIG, LOGGER)).data)

const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
const noisy = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise } })
const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><path d="M9 9L450 590L890 9" stroke="#0b5a52" fill="none"/></svg>',
)
const pixels = (picture: Buffer): Promise<{ data: Buffer; info: OutputInfo }> =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

it('is small enough for a phone, however much detail it has', async () => {
  const worst = await transform(await noisy(1300, 500).jpeg().toBuffer(), { width: PHONE_WIDTH })
  expect(worst.length).toBeLessThan(PHONE_BYTES)
  expect((await sharp(worst).metadata()).width).toBeLessThan(PHONE_WIDTH)
})

it('has the quality that it can afford: a quiet one has all its pixels, and the widest may be larger', async () => {
  const some = await noisy(1000, 750).resize(1600, 1200).blur(2).jpeg().toBuffer()
  const widest = await transform(some, { width: 1600 })
  expect((await sharp(widest).metadata()).width).toBe(1600)
  expect(widest.length).toBeGreaterThan(PHONE_BYTES)
  expect(widest.length).toBeLessThan(PHONE_BYTES * 1.7)
})

it('has a good quality when it has little detail', async () => {
  const quiet = await noisy(20, 15).resize(400, 300).jpeg().toBuffer()
  expect(await transform(quiet, { width: 400 })).toEqual(await sharp(quiet).webp({ quality: 75 }).toBuffer())
})

it('stays sharp when it is a drawing', async () => {
  const drawing = await sharp(DRAWING).png().toBuffer()
  expect(await pixels(await transform(drawing, { width: 900 }))).toEqual(await pixels(drawing))
  const vectors = await service.transform(DRAWING, { src: 'a', format: 'svg', width: 300 }, CONFIG, LOGGER)
  expect(Buffer.from(vectors.data)).toEqual(DRAWING)
})

it('is made small when it is a photograph that was saved as PNG', async () => {
  const made = await transform(await noisy(800, 600).png().toBuffer(), { width: 800 })
  expect(made.length).toBeLessThan(PHONE_BYTES)
})

it('is not made larger than it is', async () => {
  const made = await transform(await sharp(DRAWING).jpeg().toBuffer(), { width: 1240 })
  expect((await sharp(made).metadata()).width).toBe(900)
})

it('stands upright, and does not say where and when it was taken', async () => {
  const camera = noisy(40, 30)
    .withExif({ IFD0: { Model: 'Telephone' } })
    .withMetadata({ orientation: 6 })
  const { width, height, exif } = await sharp(await transform(await camera.jpeg().toBuffer(), { width: 30 })).metadata()
  expect({ width, height, exif }).toEqual({ width: 30, height: 40 })
})

it('still moves when it moved', async () => {
  const frames = await Promise.all([1, 2].map(() => noisy(40, 30).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(await transform(moving, { width: 40 })).metadata()).pages).toBe(2)
})

it('has the quality for which a page asks', async () => {
  const [high, low] = await Promise.all(
    ['90', '20'].map(async (quality) => transform(await noisy(400, 300).jpeg().toBuffer(), { width: 400, quality })),
  )
  expect(high!.length).toBeGreaterThan(low!.length)
})

const source = { src: '/a.jpg', width: 4000, height: 3000, format: 'jpg' as const }
const validated = (options: object) =>
  Promise.resolve(service.validateOptions!({ src: source, ...options }, CONFIG, LOGGER))

it('has the sizes of a text, unless a page asks for others', async () => {
  expect(await validated({ width: 4000, height: 3000 })).toMatchObject({ width: 1600, height: 1200, format: 'webp' })
  const asked = { width: 300, height: 225 }
  expect(await validated(asked)).toEqual({ src: source, ...asked, format: 'webp' })
  expect(await validated({ width: 4000, height: 3000, sizes: '10rem', widths: [160, 320] })).toMatchObject({
    sizes: '10rem',
    widths: [160, 320],
  })
})
