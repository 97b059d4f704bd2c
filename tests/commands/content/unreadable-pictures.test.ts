/**
 * Pictures that the build could not open are named before it begins.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { unreadablePictures } from '../../../src/commands/content/unreadable-pictures.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg"'

async function foundIn(files: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const root = temporaryFolder()
  onTestFinished(() => removeFolder(root))
  mkdirSync(join(root, 'pages'))
  mkdirSync(join(root, 'dir.svg'))
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(root, file), bytes)
  return (await unreadablePictures(root)).map(({ file, message }) => `${file} ${message.slice(0, 39)}`)
}

it('finds torn files, and what is no picture or has no size', async () => {
  const photograph = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  const torn = ['logo.svg', 'pages/half.jpg', 'pages/text.png', 'zero.svg']
  expect(
    await foundIn({
      'logo.svg': `<svg ${SVG} viewBox="0 0 9 9"><path></svg>`,
      'zero.svg': `<svg ${SVG} viewBox="0 0 0 0"></svg>`,
      'pages/half.jpg': photograph.subarray(0, photograph.length / 2),
      'pages/text.png': 'no picture',
    }),
  ).toEqual(torn.map((file) => `${file} is a picture that cannot be opened: it is`.slice(0, file.length + 40)))
})

it('takes pictures of every kind, and leaves what is kept back', async () => {
  const drawn = sharp({ create: { width: 20, height: 20, channels: 4, background: '#8a6' } })
  expect(
    await foundIn({
      'logo.svg': `<svg ${SVG} viewBox="0 0 9 9"><path d="M0 0L9 9"/></svg>`,
      'pages/a.png': await drawn.clone().png().toBuffer(),
      'pages/b.webp': await drawn.clone().webp().toBuffer(),
      'pages/c.gif': await drawn.clone().gif().toBuffer(),
      'pages/_draft.png': 'not yet',
    }),
  ).toEqual([])
})
