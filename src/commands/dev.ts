/**
 * `npm run dev`: the site with live reload of content and code, the dynamic addresses included.
 */
import { env } from 'node:process'

// No telemetry: the server must not need the internet.
env.ASTRO_TELEMETRY_DISABLED = '1'
const { dev } = await import('astro')
await dev({})
