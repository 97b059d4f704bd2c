/**
 * The functions as one file each, for Netlify. Netlify itself would ship every package file by file, and a cold function
 * would spend most of its start opening them: one file starts about twice as fast (`npm run bench`).
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Folder of the sources, one per address. */
const SOURCES = 'netlify/functions'
/** Folder of the bundles; `netlify.toml` names it. */
const BUNDLES = '.netlify/front-desk'

/**
 * Bundles all functions.
 * @param root folder of the project
 */
export async function bundleFunctions(root: string): Promise<void> {
  const outdir = join(root, BUNDLES)
  rmSync(outdir, { recursive: true, force: true })
  const sources = readdirSync(join(root, SOURCES)).filter((file) => file.endsWith('.ts'))
  await build({
    absWorkingDir: root,
    entryPoints: sources.map((file) => `${SOURCES}/${file}`),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Some packages are still CommonJS and require Node's own modules.
    banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
  })
}
