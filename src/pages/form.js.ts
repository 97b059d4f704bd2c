import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import source from '../views/form-script.js?raw'

export const GET: APIRoute = async () => {
  const { code } = await transform(source, { minify: true, target: 'es2022' })
  return new Response(code, { headers: { 'Content-Type': 'text/javascript' } })
}
