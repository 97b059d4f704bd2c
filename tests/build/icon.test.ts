/** The icon: from the logo, from a drawing that can be recognized so small, or from the initials of the firm's name. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DRAWINGS } from '../../src/build/drawings.ts'
import type { Emblem, Logo } from '../../src/build/emblem.ts'
import { icon, iconPng, initials } from '../../src/build/icon.ts'
import { accentColors } from '../../src/firm/look.ts'
import { PAGE_COLORS } from '../../src/firm/color.ts'

const NAVY = '#1f3a6e'
const FIRM: Emblem = { name: 'Ortiz & Lund, P.A.', accent: NAVY, drawing: undefined, logo: undefined }
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

/** The colors of places of the icon, of 64 by 64. */
async function colorsAt(emblem: Emblem, places: [number, number][]): Promise<string[]> {
  const png = await iconPng(emblem, 64, 0)
  const { data, info } = await sharp(png).toColorspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(
    ([x, y]) => `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`,
  )
}

describe('the initials', () => {
  it.each([
    ['Ortiz & Lund, P.A.', 'OL'],
    ['The Law Offices of Ana Ruiz, PLLC', 'AR'],
    ['Smith, Jones, Brown, Wills & Co.', 'SJB'],
    ['Bufete García y Núñez', 'BGN'],
    ['Law Office of Maria de la Cruz', 'MC'],
    ["O'Neil-Baker, P.L.", 'OB'],
    ['Lund, P.A.', 'L'],
    ['1st Defense', '1D'],
    ['— &', ''],
  ])('of %s are %j', (name, expected) => expect(initials(name)).toBe(expected))
})

describe('the icon', () => {
  it('shows the initials on the color of the firm', async () => {
    const svg = icon(FIRM, 12)
    expect(svg).toContain(`rx="12" fill="${NAVY}"`)
    expect(svg.match(/<path/g)).toHaveLength('OL'.length)
    expect(svg).not.toContain('<image')
    // The corner, the ring of the O, and the middle of it.
    expect(
      await colorsAt(FIRM, [
        [1, 1],
        [11, 32],
        [22, 32],
      ]),
    ).toEqual([NAVY, PAGE_COLORS.paper.light, NAVY])
  })

  it('shows the drawing of the firm where that has a small form', () => {
    expect(icon({ ...FIRM, drawing: DRAWINGS.heron }, 0)).toContain(DRAWINGS.heron.icon?.lines)
    expect(icon({ ...FIRM, drawing: DRAWINGS.heron }, 0)).toContain(accentColors(NAVY).clay.dark)
    expect(icon({ ...FIRM, drawing: DRAWINGS.oak }, 0)).toBe(icon(FIRM, 0))
  })

  it('shows the logo on paper, but not one that is too wide to be read', async () => {
    const shown = { ...FIRM, drawing: DRAWINGS.heron, logo: logo(false) }
    expect(
      await colorsAt(shown, [
        [1, 1],
        [32, 32],
      ]),
    ).toEqual([PAGE_COLORS.paper.light, '#00ff00'])
    expect(icon({ ...FIRM, logo: logo(true) }, 0)).toBe(icon(FIRM, 0))
  })
})
