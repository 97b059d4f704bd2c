/** Functions need the scripts at fixed addresses. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { build } from 'esbuild'

const SCRIPTS = { desk: 'desk-script', 'desk-passkey': 'passkey-script', form: 'form-script', open: 'open-script' }

export const getStaticPaths = (() =>
  Object.entries(SCRIPTS).map(([script, file]) => ({ params: { script }, props: { file } }))) satisfies GetStaticPaths

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) => {
  const options = { bundle: true, format: 'iife', minify: true, target: 'es2022' } as const
  const { outputFiles } = await build({ ...options, entryPoints: [`src/views/${file}.js`], write: false })
  return new Response(outputFiles[0]?.text, { headers: { 'Content-Type': 'text/javascript' } })
}
