/** A picture of a text by itself; `tests/site/other-firm.test.ts` builds a site with some. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import service from '../../src/build/text-pictures.ts'

const CONFIG = { service: { entrypoint: '', config: {} } } as never
const LOGGER = { info() {}, warn() {}, error() {} } as never
/** These are the limits for a phone, and for a screen with more pixels. */
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

it('is small enough for a phone, however much detail it has', async () => {
  const worst = await transform(await noisy(1300, 500).jpeg().toBuffer(), { width: PHONE_WIDTH })
  expect(worst.length).toBeLessThan(PHONE_BYTES)
  expect((await sharp(worst).metadata()).width).toBeLessThan(PHONE_WIDTH)
})

it('is made small when it is a photograph that was saved as PNG', async () => {
  const made = await transform(await noisy(800, 600).png().toBuffer(), { width: 800 })
  expect(made.length).toBeLessThan(PHONE_BYTES)
})

it('is not made larger than it is', async () => {
  const made = await transform(await sharp(DRAWING).jpeg().toBuffer(), { width: 1240 })
  expect((await sharp(made).metadata()).width).toBe(900)
})

it('still moves when it moved', async () => {
  const frames = await Promise.all([1, 2].map(() => noisy(40, 30).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(await transform(moving, { width: 40 })).metadata()).pages).toBe(2)
})
