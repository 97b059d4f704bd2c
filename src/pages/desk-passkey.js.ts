/** The desk's script for passkeys. The desk works without it, by key. */
import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import script from '../views/passkey-script.js?raw'

export const GET: APIRoute = async () => {
  const { code } = await transform(script, { minify: true, target: 'es2022' })
  return new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
}
