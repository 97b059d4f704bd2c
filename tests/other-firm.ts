/** The site of a demonstration with all that a firm can choose, with a photograph, a wide table and long words. */
import { appendFileSync, copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TestProject } from 'vitest/node'
import { SAMPLE_CONTENT } from '../src/settings.ts'
import build, { buildProject } from './build.ts'
import { removeFolder } from './journeys/server.ts'
import { copyProject } from './project-copy.ts'

export const NAVY = '#1f3a6e'
/** Only the invented firm can be a demonstration. */
export const NAME = 'Heron Landing Law, P.A.'
/** A sign, five high and four wide, and a word mark. */
export const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50"><rect width="40" height="50" fill="#c8862a"/></svg>`
export const WIDE = SIGN.replaceAll('40', '300')
/** The text with pictures and tables, and the lawyer with a portrait. */
export const AREA = 'practice-areas/animal-law'
export const LAWYER = 'lawyers/wren-fennimarsh-example'
const BOOKING_URL = 'https://book.example/ortiz'
export const PORTRAIT_TEXT = { '': 'Wren at the window.', 'es/': 'Wren junto a la ventana.' } as const

/** As a telephone writes it: large, with much detail, and with where it was taken. It lies on its side; a viewer turns it. */
const PHOTOGRAPH = { width: 2400, height: 1800 }
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700"><rect width="100%" height="100%" fill="#fff"/><path d="M9 9L700 690L1390 9" stroke="#0b5a52" stroke-width="9" fill="none"/></svg>'

/** Pictures, tables and long words. */
const TEXT = readFileSync('tests/other-firm.md', 'utf8')
const [TABLE = ''] = /^\| Court[^]*?\n(?=\n)/m.exec(TEXT) ?? []
const FILLED = '\nSee [all]({base}/llms.txt), or run `get {base}/openapi.json`. Kept: {retentionDays}.\n'

export const textFile = (project: string, file: string) => join(project, SAMPLE_CONTENT, file)

const OTHER_OFFICE = `  - address: { street: 5 Court Street, city: Ocala, state: FL, postalCode: "34470" }
    telephone: "+1-352-555-0199"
`

/** @returns the folder, not built yet; its logo is the word mark */
async function copyOtherFirm(): Promise<string> {
  const project = copyProject()
  const path = (file: string) => textFile(project, file)
  const edit = (file: string, from: RegExp, to: string) => {
    const text = readFileSync(path(file), 'utf8').replace(from, () => to)
    writeFileSync(path(file), text)
  }
  for (const folder of ['', 'es/'] as const) {
    edit(`${folder}${LAWYER}.md`, /^portraitText: .*/m, `portraitText: ${PORTRAIT_TEXT[folder]}\nbarNumber: "0123456"`)
    appendFileSync(path(`${folder}faq/erase.md`), FILLED)
  }
  for (const file of globSync('**/*.md', { cwd: path('') })) edit(file, /^drawing: .*\n/m, '')
  edit('firm.md', /^(?=email:)/m, `bookingUrl: ${BOOKING_URL}\nbookingCompany: Bookable\n`)
  edit('firm.md', /^(?=onCall:)/m, OTHER_OFFICE)
  edit('firm.md', /^reviewed:/m, `accent: "${NAVY}"\nlogo: logo.svg\nreviewed:`)
  writeFileSync(path('logo.svg'), WIDE)
  edit(`${LAWYER}.md`, /^portrait: .*/m, 'portrait: ./wren.jpg')
  mkdirSync(path('well-known'))
  for (const name of ['search-proof', '.DS_Store']) writeFileSync(path(`well-known/${name}`), 'search: 1')
  edit('pages/home.md', /^title: .*/m, 'title: "Home of {base}"')

  const noisy = (size: typeof PHOTOGRAPH) =>
    sharp({ create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 15 } } })
  await noisy({ width: 1200, height: 1500 }).jpeg().toFile(path('lawyers/wren.jpg'))
  await noisy(PHOTOGRAPH)
    .withExif({ IFD0: { Model: 'Telephone' }, IFD3: { GPSLatitude: '29/1 1/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toFile(path('practice-areas/river.jpg'))
  copyFileSync(path('practice-areas/river.jpg'), path('pages/river.jpg'))
  await sharp(Buffer.from(DRAWING)).png().toFile(path('practice-areas/map.png'))
  writeFileSync(path('practice-areas/plan.svg'), DRAWING)
  edit(`${AREA}.md`, /(?<=^---\n.*?\n---\n).*/s, TEXT + FILLED)
  appendFileSync(path('pages/home.md'), '\n![The river](./river.jpg)\n')
  appendFileSync(path('faq/erase.md'), `\n${TABLE}`)
  return project
}

/** A directory asks for this. */
export const VERIFIED = { MCP_REGISTRY_AUTH: 'v=MCPv1; k=ed25519; p=abc=' }

const INBOUND_MAIL = 'reply@in.firm.example'
/** Only functions get these. */
export const FOR_FUNCTIONS = [BOOKING_URL, INBOUND_MAIL]
const DEMONSTRATION = { DEMONSTRATION: 'true', RETENTION_DAYS: '45', INBOUND_MAIL }
const SECRETS = {
  FRONT_DESK_KEYS: '{"kty":"secret-one"}',
  FRONT_DESK_INBOX_PRIVATE_KEY: 'secret-two',
  WEBHOOK_SECRET: 'secret-three',
  MAIL_URL: 'smtps://user:secret-four@mail.example.com',
  GITHUB_TOKEN: 'secret-five',
}

/** The web editor replaces an earlier one, and secrets are in the environment. @returns the folder of the project */
async function buildOtherFirm(): Promise<string> {
  const project = await copyOtherFirm()
  mkdirSync(join(project, 'dist/admin'), { recursive: true })
  writeFileSync(join(project, 'dist/admin/old.js'), '')
  const editor = { CMS_REPO: 'heron/site', CMS_BRANCH: 'texts' }
  await buildProject(project, { ...SECRETS, ...editor, ...VERIFIED, ...DEMONSTRATION })
  return project
}

declare module 'vitest' {
  interface ProvidedContext {
    otherFirm: string
  }
}

/** Two projects ask for the builds in one run; they share the process, not the module. */
const shared = globalThis as { frontDeskBuilds?: Promise<string> }

/** Before the tests of the site and of the browser: its build, and at the same time that of the sample. */
export default async function buildBoth(project: TestProject): Promise<() => void> {
  shared.frontDeskBuilds ??= Promise.all([buildOtherFirm(), build()]).then(([folder]) => folder)
  const folder = await shared.frontDeskBuilds
  project.provide('otherFirm', folder)
  return () => removeFolder(folder)
}
