/** Netlify's own programs, installed apart from the project, and the parts of their types that the checks use. */
import { delimiter, resolve } from 'node:path'

const TOOLS = resolve('tests/netlify/tools/node_modules')

// Both programs run edge functions with the `deno` that they find on PATH.
process.env.PATH = [`${TOOLS}/@deno/linux-x64-glibc`, process.env.PATH].join(delimiter)

export interface EdgeManifest {
  routes: {
    pattern: string
    excluded_patterns: string[]
    methods?: string[]
    headers?: Record<string, { pattern?: string }>
  }[]
  function_config: Record<string, { on_error?: string }>
}

interface EdgeBundler {
  bundle(
    sources: string[],
    destination: string,
    declarations: unknown[],
    options: { basePath: string; cacheDirectory: string; importMapPaths: string[]; userLogger: (text: string) => void },
  ): Promise<{ manifest: EdgeManifest }>
  /** @throws "Validation of Edge Functions manifest failed", as every deploy would */
  validateManifest(manifest: EdgeManifest): void
}

export interface NetlifyDev {
  start(): Promise<unknown>
  stop(): Promise<void>
  handleAndIntrospect(request: Request): Promise<{ response: Response; type: string } | undefined>
}

export interface FoundFunction {
  name: string
  schedule?: string
  routes?: { pattern: string; methods?: string[]; prefer_static?: boolean }[]
  excludedRoutes?: { pattern: string }[]
  trafficRules?: { action: { type: string } }
}

interface FunctionBundler {
  zipFunctions(sources: string[], destination: string, options: Record<string, unknown>): Promise<FoundFunction[]>
}

const load = <Tool>(file: string) => import(`${TOOLS}/@netlify/${file}`) as Promise<Tool>
export const loadEdgeBundler = () => load<EdgeBundler>('edge-bundler/dist/node/index.js')
export const loadDev = () =>
  load<{ NetlifyDev: new (options: Record<string, unknown>) => NetlifyDev }>('dev/dist/main.js')
export const loadFunctionBundler = () => load<FunctionBundler>('zip-it-and-ship-it/dist/main.js')
