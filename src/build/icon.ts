/**
 * The icon, a heron's head and neck over water: as SVG, and as PNG for clients that do not support SVG.
 */
import type { APIRoute } from 'astro'
import sharp from 'sharp'

/** @param radius of the corners; 0 for systems that round them themselves */
export const icon = (radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="#0b5a52"/><g fill="none" stroke="#faf8f3" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M8 22L27 15C32 10 40 12 40 19C40 28 29 29 29 38C29 45 34 47 40 48M8 22L27 22"/><path d="M12 56H52" stroke-width="3"/></g><path d="M33 13C40 8 47 10 54 15" fill="none" stroke="#f0a283" stroke-width="3.500" stroke-linecap="round"/></svg>\n`

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
