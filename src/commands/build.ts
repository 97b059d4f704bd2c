/**
 * `npm run build`: checks the content, lets Astro write the published folder, and bundles the functions.
 */
import { resolve } from 'node:path'
import './check-content.ts'

// Nothing is reported to anybody, and nothing needs the internet.
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const { build } = await import('astro')
await build({ logLevel: 'warn' })

const { bundleFunctions } = await import('./bundle.ts')
await bundleFunctions(resolve(import.meta.dirname, '../..'))
