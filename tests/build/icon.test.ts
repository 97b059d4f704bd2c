/** The icon: from the logo, or from the initials of the firm's name. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { icon, type IconSource, iconPng, initials } from '../../src/build/icon.ts'
import type { Logo } from '../../src/build/logo.ts'
import { PAGE_COLORS } from '../../src/firm/look.ts'
import { rowsOf } from '../table.ts'

const NAVY = '#1f3a6e'
const PAPER = PAGE_COLORS.paper.light
const FIRM: IconSource = { name: 'Ortiz & Lund, P.A.', accent: NAVY, logo: undefined }
const SIGN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#00ff00"/></svg>'
const logo = (isWide: boolean): Logo => ({
  path: '/logo.svg',
  mediaType: 'image/svg+xml',
  bytes: Buffer.from(SIGN),
  width: isWide ? 200 : 48,
  height: 48,
  isWide,
})

async function colorsOf(firm: IconSource) {
  const picture = sharp(await iconPng(firm, 64, 0)).toColorspace('srgb')
  const data = await picture.removeAlpha().raw().toBuffer()
  return (x: number, y: number) => `#${data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3).toString('hex')}`
}

it.each(rowsOf('tests/build/initials.txt'))('the initials of %s are %j', (name, expected) =>
  expect(initials(name)).toBe(expected),
)

describe('the icon', () => {
  it('shows the initials on the color of the firm', async () => {
    expect(icon(FIRM, 12)).toContain(`rx="12" fill="${NAVY}"`)
    const colorAt = await colorsOf(FIRM)
    // The corner, the ring of the O, and the middle of it.
    expect([colorAt(1, 1), colorAt(11, 32), colorAt(20, 32)]).toEqual([NAVY, PAPER, NAVY])
  })

  it.each(['Lund', 'Wim Mommsen Wolff', 'Ñandú & Įvić'])('keeps the initials of %s in the middle', async (name) => {
    const colorAt = await colorsOf({ ...FIRM, name })
    const places = Array.from({ length: 64 }, (_, at) => at)
    const columns = places.filter((x) => places.some((y) => colorAt(x, y) === PAPER))
    const [left = 0, right = 0] = [columns[0], columns.at(-1)]
    expect(left).toBeGreaterThanOrEqual(7)
    expect(Math.abs(left - (63 - right))).toBeLessThanOrEqual(2)
  })

  it('shows the logo on paper, but not one that is too wide to be read', async () => {
    const colorAt = await colorsOf({ ...FIRM, logo: logo(false) })
    expect([colorAt(1, 1), colorAt(32, 32)]).toEqual([PAPER, '#00ff00'])
    expect(icon({ ...FIRM, logo: logo(true) }, 0)).toBe(icon(FIRM, 0))
  })
})
