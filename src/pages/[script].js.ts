/** Functions need the scripts at fixed addresses. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { build, type BuildOptions } from 'esbuild'

const FOLDER = 'src/views'
/** TypeScript's settings would add a line to the script. */
const asWritten = (file: string) => ({ entryPoints: [`${FOLDER}/${file}`], tsconfigRaw: '{}' })

const SCRIPTS = {
  desk: asWritten('desk-script.js'),
  'desk-passkey': asWritten('passkey-script.js'),
  form: { entryPoints: [`${FOLDER}/form-script.js`], bundle: true, format: 'iife' },
  open: { entryPoints: [`${FOLDER}/open-script.js`], bundle: true, format: 'esm' },
} satisfies Record<string, BuildOptions>

export const getStaticPaths = (() =>
  Object.entries(SCRIPTS).map(([script, props]) => ({ params: { script }, props }))) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { outputFiles } = await build({ ...(props as BuildOptions), write: false, minify: true, target: 'es2022' })
  return new Response(outputFiles[0]?.text, { headers: { 'Content-Type': 'text/javascript' } })
}
