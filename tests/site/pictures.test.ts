/**
 * The pictures of a text in the built site: what is published, what the page says of it, and what programs read instead.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeFolder } from '../journeys/server.ts'
import { PHOTOGRAPH } from '../photograph.ts'
import { AREA, buildProject, copyWithPictures } from '../picture-project.ts'

/** What the photograph may cost a phone, and how large it is at least, bytes. */
const [SMALL, LARGE] = [100_000, 3_000_000]

let project: string
let shown: HTMLElement[]
const file = (path: string) => join(project, 'dist', path)
const text = (path: string) => readFileSync(file(path), 'utf8')
const picturesOf = (page: string) => parse(text(page)).querySelectorAll('main img')
/** Files of `srcset` by their width. */
const candidates = (picture: HTMLElement) =>
  new Map(
    picture
      .getAttribute('srcset')!
      .split(', ')
      .map((one) => one.split(' '))
      .map(([address = '', width = '']) => [Number.parseInt(width), file(address)]),
  )
const all = () => readdirSync(file('_astro')).sort()

beforeAll(async () => {
  project = await copyWithPictures()
  buildProject(project)
  shown = picturesOf(`${AREA}/index.html`)
})
afterAll(() => removeFolder(project))

it('costs a phone less than 100 KB, however large the photograph was', async () => {
  expect(statSync(join(project, 'content/sample/practice-areas/river.jpg')).size).toBeGreaterThan(LARGE)
  const files = candidates(shown[0]!)
  expect([...files.keys()]).toEqual([480, 800, 1240, 1600])
  for (const [width, path] of files) {
    const { format, exif, orientation, height } = await sharp(path).metadata()
    expect({ format, exif, orientation }, path).toEqual({ format: 'webp' })
    // Turned as the telephone was held, which `orientation` of the photograph says.
    expect(height, path).toBeGreaterThan(width)
    if (width <= 1240) expect(statSync(path).size, path).toBeLessThan(SMALL)
  }
})

it('keeps the place of a picture free, and loads the first at once and the others when they come near', () => {
  const [first, again, map, plan] = shown.map(({ attributes }) => attributes)
  const size = { width: '1600', height: String((1600 * PHOTOGRAPH.width) / PHOTOGRAPH.height).replace(/\..*/, '') }
  const sizes = '(min-width: 48rem) 46rem, calc(100vw - 2rem)'
  expect(first).toMatchObject({
    ...size,
    sizes,
    loading: 'eager',
    decoding: 'async',
    alt: 'The river “in May” & the mill',
  })
  expect(again).toMatchObject({ ...size, sizes, loading: 'lazy', decoding: 'async', title: 'Seen again' })
  expect(again!['srcset']).toBe(first!['srcset'])
  expect(map).toMatchObject({ width: '1400', height: '700', loading: 'lazy' })
  expect(plan).toMatchObject({ width: '1400', height: '700', loading: 'lazy' })
  expect(shown.every((picture) => !picture.hasAttribute('style'))).toBe(true)
})

it('keeps drawings sharp', async () => {
  const widest = [...candidates(shown[2]!)].at(-1)!
  expect(widest[0]).toBe(1400)
  const folder = join(project, 'content/sample/practice-areas')
  const pixels = (path: string) => sharp(path).removeAlpha().raw().toBuffer()
  expect((await pixels(widest[1])).equals(await pixels(join(folder, 'map.png')))).toBe(true)
  expect(text(shown[3]!.getAttribute('src')!)).toBe(readFileSync(join(folder, 'plan.svg'), 'utf8'))
})

it('publishes no picture as the telephone wrote it', () => {
  expect(all().filter((name) => name.endsWith('.jpg'))).toEqual([])
  for (const name of all()) expect(statSync(file(`_astro/${name}`)).size, name).toBeLessThan(2 * SMALL)
})

it('gives programs the words of a picture, and no address that does not exist', () => {
  const { body } = JSON.parse(text('api/v1/practice-areas/animal_law')) as { body: string }
  for (const markdown of [text(`${AREA}.md`), text('llms-full.txt'), body]) {
    expect(markdown).toContain('*The river "in May" & the mill*\n')
    expect(markdown).toContain('*The same river*\n')
    expect(markdown).not.toMatch(/river\.jpg|map\.png|plan\.svg/)
  }
})

it('makes a picture once, not in every build', () => {
  const cache = join(project, 'node_modules/.astro/assets')
  const made = () =>
    readdirSync(cache)
      .filter((name) => name.endsWith('.webp'))
      .map((name) => [name, statSync(join(cache, name)).mtimeMs])
  const [before, published] = [made(), all()]
  expect(before.length).toBeGreaterThanOrEqual(candidates(shown[0]!).size)
  buildProject(project)
  expect(made()).toEqual(before)
  expect(all()).toEqual(published)
  expect(all()).toContain(basename(shown[0]!.getAttribute('src')!))
})
