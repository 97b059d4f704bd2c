import type { APIRoute } from 'astro'
import { build } from 'esbuild'

const FOLDER = 'src/views'
const SCRIPTS = ['./form-script.js', './form-tool.js']

/** One script of both, with what they import. */
export const GET: APIRoute = async () => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPTS.map((file) => `import '${file}'\n`).join(''), resolveDir: FOLDER },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  return new Response(outputFiles[0]?.text, { headers: { 'Content-Type': 'text/javascript' } })
}
