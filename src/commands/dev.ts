/**
 * `npm run dev`: the site with live reload of content and code, the dynamic addresses included.
 */
import { env } from 'node:process'

// Nothing is reported to anybody, and nothing needs the internet.
env.ASTRO_TELEMETRY_DISABLED = '1'
const { dev } = await import('astro')
await dev({})
