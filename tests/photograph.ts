/** A photograph as a telephone writes it: large, with much detail, and with where and when it was taken. */
import sharp from 'sharp'

/** The pixels lie on their side, because the telephone was held upright: a viewer turns them. */
export const PHOTOGRAPH = { width: 2400, height: 1800 }
const SKY =
  '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fb2d8"/><stop offset="1" stop-color="#3d4a33"/></linearGradient>'
/** Details of every size compress badly: noise of so many pixels across, and its strength. */
const DETAILS = [
  [16, 45],
  [200, 35],
  [1000, 20],
  [2400, 15],
] as const

/** @returns a JPEG of more than 1 MB */
export async function photograph(): Promise<Buffer> {
  const { width, height } = PHOTOGRAPH
  const background = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${SKY}<rect width="100%" height="100%" fill="url(#sky)"/></svg>`,
  )
  const details = await Promise.all(
    DETAILS.map(async ([across, sigma]) => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma }
      const size = { width: across, height: (across * height) / width }
      const input = await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
        .resize(width, height)
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { input, blend: 'soft-light' as const }
    }),
  )
  return sharp(background)
    .composite(details)
    .withExif({ IFD0: { Model: 'Telephone' }, IFD3: { GPSLatitude: '29/1 1/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer()
}
