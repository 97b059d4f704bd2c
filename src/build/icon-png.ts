/**
 * The icon as a PNG, for those who cannot draw an SVG.
 */
import type { APIRoute } from 'astro'
import sharp from 'sharp'
import { icon } from './icon.ts'

/**
 * @param size width and height, pixels
 * @param radius of the corners, in units of the icon
 */
export const iconPng =
  (size: number, radius: number): APIRoute =>
  async () => {
    const png = await sharp(Buffer.from(icon(radius)), { density: (72 * size) / 64 })
      .resize(size, size)
      .png({ palette: true })
      .toBuffer()
    return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } })
  }
