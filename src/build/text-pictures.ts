/** Astro's image service for pictures in texts. A photograph may be huge, but a file for a phone has at most 96 KB. */
import type { ImageOutputFormat, LocalImageService } from 'astro'
import sharpService from 'astro/assets/services/sharp'
import sharp, { type WebpOptions } from 'sharp'

/** Pixels: a phone is up to 440 wide, with margins of 16 on both sides and a density of 3, so it needs up to 1,224. */
const PHONE_WIDTH = 1240
const WIDTHS = [480, 800, PHONE_WIDTH, 1600]
/** The widest picture, for a column of text on a screen with a density of 2. */
const MAX_WIDTH = Math.max(...WIDTHS)
/** Bytes of a file up to the width of a phone. */
const MAX_PHONE_BYTES = 96_000

/** Matches the width of a text's column: `--measure` and the margins of `.wrap` in `site.css`. */
const SIZES = '(min-width: 48rem) 46rem, calc(100vw - 2rem)'

/** Tried in this order until the file is small enough. A drawing with few colors is small without any loss. */
const QUALITIES: WebpOptions[] = [75, 60, 45, 30].map((quality) => ({ quality }))
const WITHOUT_LOSS: WebpOptions = { lossless: true }
/** Factor of the width when the lowest quality is not enough: fewer pixels look better than a still lower quality. */
const SMALLER = 0.75

const service: LocalImageService = {
  ...sharpService,

  /** A picture for which the page sets no width gets `WIDTHS` and `SIZES`. */
  async validateOptions(options, config, logger) {
    const { src } = options
    if (typeof src === 'object' && 'width' in src && src.format !== 'svg' && options.width === src.width) {
      const width = Math.min(src.width, MAX_WIDTH)
      Object.assign(options, { width, height: Math.round((width * src.height) / src.width) })
      options.widths ??= [...WIDTHS]
      options['sizes'] ??= SIZES
    }
    return sharpService.validateOptions!(options, config, logger)
  },

  async transform(input, options, config, logger) {
    const { width, format, quality } = options as { width?: number; format?: ImageOutputFormat; quality?: string }
    const { pages = 1, format: from } = format === 'webp' ? await sharp(input).metadata() : {}
    // There is no limit for other formats (like SVG), for animations, and for pictures for which a page sets a quality.
    if (format !== 'webp' || width === undefined || pages > 1 || quality)
      return sharpService.transform(input, options, config, logger)
    const limit = MAX_PHONE_BYTES * Math.max(1, (width / PHONE_WIDTH) ** 2)
    const attempts = from === 'jpeg' ? QUALITIES : [WITHOUT_LOSS, ...QUALITIES]
    return { data: await webpWithin(limit, width, input, attempts), format }
  },
}

/** Turns the picture upright, and removes what the camera wrote into the file, such as the location. @param limit bytes */
async function webpWithin(limit: number, width: number, input: Uint8Array, attempts: WebpOptions[]): Promise<Buffer> {
  const { data, info } = await sharp(input, { failOn: 'none' })
    .rotate()
    .resize({ width: Math.round(width), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const attempt of attempts) {
    const made = await sharp(data, { raw: info }).webp(attempt).toBuffer()
    if (made.length <= limit) return made
  }
  return webpWithin(limit, width * SMALLER, input, attempts)
}

export default service
