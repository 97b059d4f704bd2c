/**
 * The functions as one file each, for Netlify. Netlify itself would ship every package file by file, and a cold function
 * would spend most of its start opening them: one file starts about twice as fast (`npm run bench`).
 *
 * A package that is imported where it is needed is a file of its own, in `parts/`. In the function's file its imports of Node's
 * modules would run at the start, which takes as long as all the rest.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { readStatedSettings } from '../firm/published-facts.ts'
import { PUBLISHED_DIR, publishedFolder } from '../hosts/published.ts'
import { isOffered, type Offering } from '../offers.ts'
import { type Address, type Route, ROUTES } from '../routes.ts'

/** Folder of the sources, one for each route, and those that a clock calls. */
const SOURCES = 'netlify/functions'
/** Folder of the bundles; `netlify.toml` names it. */
const BUNDLES = '.netlify/front-desk'
/** Folder in it that holds what is loaded later. Netlify sees no function in it, because no file has its name. */
const PARTS = 'parts'

/**
 * The MCP library's part for browsers in place of the one for Node, because that one comes with the validator Ajv, a fifth of
 * the function. The library validates with it what a client answers to a server's own request, and this server sends none.
 */
const MCP_PLATFORM = {
  '@modelcontextprotocol/server/_shims': fileURLToPath(
    new URL('shimsBrowser.mjs', import.meta.resolve('@modelcontextprotocol/server')),
  ),
}

const OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  alias: MCP_PLATFORM,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Some packages are still CommonJS and require Node's own modules.
  banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
} as const satisfies BuildOptions

/** Bundles the functions that the built site offers, in place of those of an earlier build. */
export async function bundleFunctions(root: string): Promise<void> {
  const outdir = join(root, BUNDLES)
  rmSync(outdir, { recursive: true, force: true })
  const parts = new Map<string, string>()
  const stated = await readStatedSettings(publishedFolder(join(root, PUBLISHED_DIR)))
  await build(functionOptions(root, parts, stated))
  await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(parts),
    outdir: join(outdir, PARTS),
  })
}

/** @param parts gets the packages that are loaded later, by the names of their files */
export const functionOptions = (root: string, parts: Map<string, string>, firm: Offering = {}) =>
  ({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: readdirSync(join(root, SOURCES))
      .filter((file) => file.endsWith('.ts') && isOffered(firm, rowOf(file)?.offer ?? 'always'))
      .map((file) => `${SOURCES}/${file}`),
    outdir: join(root, BUNDLES),
    plugins: [separateParts(parts), unusedLeftOut, addressed(firm)],
  }) satisfies BuildOptions

/** @param parts gets the packages that are imported with `import()`, by the names of their files */
const separateParts = (parts: Map<string, string>): Plugin => ({
  name: 'parts',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || path.startsWith('node:')) return undefined
      // A name with a scope, like @name/package, becomes one file: Netlify ignores folders in this folder.
      const name = path.replace('@', '').replaceAll('/', '-')
      parts.set(name, path)
      return { path: `./${PARTS}/${name}.mjs`, external: true }
    })
  },
})

/**
 * Writes into each function the addresses that the table of routes gives it. Netlify reads them without running the function, so they
 * must be a literal. What a clock calls has no route, and says itself when.
 */
const addressed = (firm: Offering): Plugin => ({
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/netlify\/functions\/[\w-]+\.ts$/ }, ({ path }) => {
      const route = rowOf(path)
      const source = readFileSync(path, 'utf8')
      return { loader: 'ts', contents: route ? `${source}\nexport const config = ${configOf(route, firm)}` : source }
    })
  },
})

/** The row of the route that a function's file answers; undefined for what a clock calls. */
const rowOf = (file: string): Route | undefined => (ROUTES as Record<string, Route>)[basename(file, '.ts')]

/** Addresses of functions that are not there belong to the fallback. */
function configOf({ path, method, preferStatic, excludedPath, rateLimit }: Address, firm: Offering): string {
  const gone = Object.values<Route>(ROUTES).filter(({ offer }) => !isOffered(firm, offer))
  const excluded = excludedPath?.filter((one) => !gone.some((row) => row.path.includes(one)))
  return JSON.stringify({ path, method, preferStatic, excludedPath: excluded, rateLimit } satisfies Address)
}

/**
 * Leaves out our own modules of which nothing is used: none does anything when it is imported, but esbuild cannot see that of one that
 * makes a schema.
 */
const unusedLeftOut: Plugin = {
  name: 'unused',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }))
  },
}
