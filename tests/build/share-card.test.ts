import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DRAWINGS } from '../../src/build/drawings.ts'
import { type ShareCard, shareCard } from '../../src/build/share-card.ts'

const CARD: ShareCard = {
  title: 'Wills',
  signature: ['A Firm  ·  DeLand, FL', '(386) 555-0142'],
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
    const grey = await sharp(card).extract({ left: 80, top: 20, width: 640, height: 430 }).greyscale().raw().toBuffer()
    return grey.filter((value) => value < 128).length
  }
  expect(await inkOf(one)).toBeGreaterThan(1000)
  expect(await inkOf(other)).toBeGreaterThan(3 * (await inkOf(one)))
})

it.each(['Wren Fennimarsh-Example', 'Bartholomäus-Villanueva de la Torre'])(
  'keeps %s beside the picture',
  async (title) => {
    const blank = { ...CARD, drawing: { size: [360, 380], lines: '', fine: '' } as const }
    const atPicture = async (card: ShareCard) =>
      sharp(await shareCard(card))
        .extract({ left: 725, top: 20, width: 400, height: 430 })
        .raw()
        .toBuffer()
    expect((await atPicture({ ...blank, title })).equals(await atPicture(blank))).toBe(true)
  },
)
