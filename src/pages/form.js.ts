import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import script from '../views/form-script.js?raw'
import tool from '../views/form-tool.js?raw'

export const GET: APIRoute = async () => {
  const { code } = await transform(script + tool, { minify: true, target: 'es2022' })
  return new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
}
