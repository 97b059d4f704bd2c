/** Bundles each function for Netlify: one file starts about twice as fast as separate packages (`npm run bench`). */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { readStatedSettings } from '../firm/published-facts.ts'
import { PUBLISHED_DIR, publishedFolder } from '../hosts/published.ts'
import { isOffered, type Offering } from '../offers.ts'
import { type Address, type Route, ROUTES } from '../routes.ts'

const SOURCES = 'netlify/functions'
/** `netlify.toml` names this folder. */
const BUNDLES = '.netlify/front-desk'
/** Folder of the packages that functions import later. None is named like the folder, so Netlify takes none of them for a function. */
const PARTS = 'parts'

/** Replaces the MCP library's module for Node. Its validator Ajv, a fifth of a function, only checks answers to requests we never send. */
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
  // Some packages are CommonJS and require Node's own modules.
  banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
} as const satisfies BuildOptions

export async function bundleFunctions(root: string): Promise<void> {
  const outdir = join(root, BUNDLES)
  rmSync(outdir, { recursive: true, force: true })
  const parts = new Map<string, string>()
  const stated = await readStatedSettings(publishedFolder(join(root, PUBLISHED_DIR)))
  await build(functionOptions(root, parts, stated))
  await build({ ...OPTIONS, absWorkingDir: root, entryPoints: Object.fromEntries(parts), outdir: join(outdir, PARTS) })
}

/** @param parts is filled with the packages that functions import later, by file name */
export const functionOptions = (root: string, parts: Map<string, string>, firm: Offering = {}) =>
  ({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: readdirSync(join(root, SOURCES))
      .filter((file) => file.endsWith('.ts') && isOffered(firm, routeOf(file)?.offer ?? 'always'))
      .map((file) => `${SOURCES}/${file}`),
    outdir: join(root, BUNDLES),
    plugins: [separateParts(parts), dropUnused, addAddresses(firm)],
  }) satisfies BuildOptions

/** Packages imported with `import()` become files of their own: inside a function, they would double the time that it takes to start. */
const separateParts = (parts: Map<string, string>): Plugin => ({
  name: 'parts',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || path.startsWith('node:')) return undefined
      // Netlify ignores folders in this folder, so @name/package becomes name-package.mjs.
      const name = path.replace('@', '').replaceAll('/', '-')
      parts.set(name, path)
      return { path: `./${PARTS}/${name}.mjs`, external: true }
    })
  },
})

/** Adds the addresses of each function to its source as literals, because Netlify reads them without running the function. */
const addAddresses = (firm: Offering): Plugin => ({
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/netlify\/functions\/[\w-]+\.ts$/ }, ({ path }) => {
      const route = routeOf(path)
      const source = readFileSync(path, 'utf8')
      return { loader: 'ts', contents: route ? `${source}\nexport const config = ${configOf(route, firm)}` : source }
    })
  },
})

/** @returns undefined for a function that runs on a schedule: it has no route, and a `config` of its own */
const routeOf = (file: string): Route | undefined => (ROUTES as Record<string, Route>)[basename(file, '.ts')]

/** The route `not-found` excludes the addresses of other routes. Where a route is switched off, `not-found` answers. */
function configOf({ path, method, preferStatic, excludedPath, rateLimit }: Address, firm: Offering): string {
  const switchedOff = Object.values<Route>(ROUTES).filter(({ offer }) => !isOffered(firm, offer))
  const excluded = excludedPath?.filter((one) => !switchedOff.some((row) => row.path.includes(one)))
  return JSON.stringify({ path, method, preferStatic, excludedPath: excluded, rateLimit } satisfies Address)
}

/** Our modules have no side effects. esbuild cannot see this in modules that make a schema, and would keep unused ones. */
const dropUnused: Plugin = {
  name: 'unused',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }))
  },
}
