/**
 * `npm run build`: checks the content, lets Astro write the published folder, adds the web editor where there is a repository
 * to edit, and bundles the functions.
 */
import { resolve } from 'node:path'
import './check-content.ts'
import { readBuildSettings, readEditorSettings } from '../settings.ts'

const root = resolve(import.meta.dirname, '../..')
const editorSettings = readEditorSettings(process.env)

// No telemetry: the build must not need the internet.
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const { build } = await import('astro')
await build({ logLevel: 'warn' })

if (editorSettings) {
  const { publishEditor } = await import('./editor/publish.ts')
  await publishEditor(root, readBuildSettings({ ...process.env, NODE_ENV: undefined }).base, editorSettings)
}

const { bundleFunctions } = await import('./bundle.ts')
await bundleFunctions(root)
