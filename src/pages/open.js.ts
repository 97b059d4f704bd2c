import type { APIRoute } from 'astro'
import { build } from 'esbuild'

/** The script and the parts of `src/` that it shares with the functions. */
export const GET: APIRoute = async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/views/open-script.js'],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    target: 'es2022',
  })
  return new Response(outputFiles[0]?.text, { headers: { 'Content-Type': 'text/javascript' } })
}
