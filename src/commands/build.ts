/**
 * `npm run build`: checks the content, lets Astro write the published folder, adds the headers of its files and, where there is
 * a repository to edit, the web editor, bundles the functions, and compresses the texts for the one-machine server.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import './check-content.ts'
import { PUBLISHED_DIR } from '../hosts/published.ts'
import { HEADERS_FILE, headersFile } from '../hosts/static-headers.ts'
import { PACK_FILE, packTexts } from '../hosts/text-pack.ts'
import { readBuildSettings, readEditorSettings } from '../settings.ts'

const root = resolve(import.meta.dirname, '../..')
const editorSettings = readEditorSettings(process.env)

// No telemetry: the build must not need the internet.
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const { build } = await import('astro')
await build({ logLevel: 'warn' })
const published = readdirSync(join(root, PUBLISHED_DIR), { recursive: true, encoding: 'utf8' })
const addresses = new Set(published.map((path) => `/${path.split(sep).join('/')}`))
writeFileSync(join(root, PUBLISHED_DIR, HEADERS_FILE), headersFile(addresses))

if (editorSettings) {
  const { publishEditor } = await import('./editor/publish.ts')
  await publishEditor(root, readBuildSettings({ ...process.env, NODE_ENV: undefined }).base, editorSettings)
}

const { bundleFunctions } = await import('./bundle.ts')
await bundleFunctions(root)
await packTexts(join(root, PUBLISHED_DIR), join(root, PACK_FILE))
