import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DRAWINGS } from '../../src/build/drawings.ts'
import { type ShareCard, shareCard } from '../../src/build/share-card.ts'

const CARD: ShareCard = {
  title: 'Wills',
  signature: 'DeLand, FL  ·  (386) 555-0142',
  drawing: undefined,
  firm: { name: 'Ortiz & Lund', accent: '#5b2a86', logo: undefined },
}
const BLANK = { ...CARD, drawing: { size: [360, 380], lines: '', fine: '' } as const }

/** The place of the picture, and how much is written beside it. */
async function partsOf(card: ShareCard) {
  const picture = await shareCard(card)
  const part = (left: number, width: number) =>
    sharp(picture).extract({ left, top: 20, width, height: 430 }).greyscale().raw().toBuffer()
  return { place: await part(725, 400), ink: (await part(80, 640)).filter((value) => value < 128).length }
}

it('a card has its size, shows its title, and is the same bytes each time', async () => {
  const drawing = DRAWINGS.oak
  const [one, again] = await Promise.all([shareCard({ ...CARD, drawing }), shareCard({ ...CARD, drawing })])
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(again).toEqual(one)
  expect((await partsOf(CARD)).ink).toBeGreaterThan(1000)
})

it.each([
  'Wren Fennimarsh-Example',
  'Bartholomäus-Villanueva de la Torre',
  'Łukasz & Dvořák <Nguyễn>',
  'Wills, trusts and what they cost in Putnam County. '.repeat(4),
  'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5),
])('keeps %s beside the picture', async (title) => {
  const cards = [BLANK, { ...BLANK, title }, { ...BLANK, firm: { ...CARD.firm, name: title } }]
  const [blank, titled, named] = await Promise.all(cards.map(partsOf))
  expect([titled?.place, named?.place]).toEqual([blank?.place, blank?.place])
  expect(titled?.ink).toBeGreaterThan(2 * (blank?.ink ?? Infinity))
})
