/** `npm run screens` keeps a picture of every page in `.screens/`; with `--readme`, the two of the README in `.github/images/`. */
import { mkdirSync } from 'node:fs'
import { startVitest } from 'vitest/node'
import sharp from 'sharp'
import { yamlOf } from '../table.ts'
import build from '../build.ts'
import { startOwnServer } from '../journeys/build-at.ts'
import { inquire } from '../journeys/requests.ts'
import { keyIn } from '../journeys/server.ts'
import { launchChromium } from './chromium.ts'

const QUALITY = 80
async function takeReadmePictures(folder: string): Promise<void> {
  const browser = await launchChromium()
  if (!browser) throw new Error('Pictures need a browser.')
  mkdirSync(folder, { recursive: true })
  await build()
  const server = await startOwnServer()
  const viewport = { width: 1280, height: 800 }
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const take = async (name: string) => {
    await page.evaluate(() => document.fonts.ready)
    await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(`${folder}/${name}.webp`)
  }
  await page.goto(server.base)
  await take('home')
  for (const inquiry of yamlOf<object[]>('tests/browser/screens.yaml')) await inquire(server.base, inquiry)
  await page.goto(`${server.base}/desk`)
  await page.getByLabel('Your key').fill(keyIn(server.output()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${server.base}/desk`)
  await take('desk')
  await browser.close()
  await server.remove()
}

async function takeAll(folder: string): Promise<void> {
  process.env.SCREENS = folder
  const options = { config: 'tests/vitest.config.ts', root: '.', run: true }
  const vitest = await startVitest(['tests/browser/pages.test.ts'], options)
  await vitest.close()
}

const isReadme = process.argv.includes('--readme')
const folder = isReadme ? '.github/images' : '.screens'
await (isReadme ? takeReadmePictures : takeAll)(folder)
console.log(`The pictures are in ${folder}/.`)
