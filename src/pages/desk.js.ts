/** The script of the desk, at a fixed address that functions can link to. */
import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import script from '../views/desk-script.js?raw'

export const GET: APIRoute = async () => {
  const { code } = await transform(script, { minify: true, target: 'es2022' })
  return new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
}
