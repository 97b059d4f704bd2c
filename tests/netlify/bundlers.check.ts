/** The functions and the edge function in Netlify's own bundlers, as every deploy runs them. */
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { type EdgeManifest, loadEdgeBundler, type FoundFunction, loadFunctionBundler } from './tools.ts'
import { ROUTES, type Route } from '../../src/routes.ts'
import { blocksOf } from '../table.ts'
import { functionSettings } from './deployment.ts'

/** The bundler imports only types from here, but without them, offline, it silently finds no configuration. */
const REMOTE_TYPES = 'https://edge.netlify.com/bootstrap/globals/types.ts'

const folder = temporaryFolder()
let manifest: EdgeManifest
beforeAll(async () => {
  const [types, importMap] = [join(folder, 'types.ts'), join(folder, 'import-map.json')]
  writeFileSync(types, 'export type NetlifyGlobal = unknown\n')
  writeFileSync(importMap, JSON.stringify({ imports: { [REMOTE_TYPES]: './types.ts' } }))
  const said: string[] = []
  const { bundle } = await loadEdgeBundler()
  const bundled = await bundle([resolve('netlify/edge-functions')], join(folder, 'out'), [], {
    basePath: resolve('.'),
    cacheDirectory: join(folder, 'cache'),
    importMapPaths: [importMap],
    userLogger: (text) => said.push(text),
  })
  expect(said).toEqual([])
  manifest = bundled.manifest
})
afterAll(() => removeFolder(folder))

it('the edge function has a manifest that Netlify accepts, and takes no page down when it fails', async () => {
  const { validateManifest } = await loadEdgeBundler()
  expect(() => validateManifest(manifest)).not.toThrow()
  expect(manifest.function_config.markdown?.on_error).toBe('bypass')
})

const [, ADDRESSES = []] = blocksOf('tests/netlify/answers.txt')
it.each(ADDRESSES)('the edge function for %s, asked for in Markdown: %s', (path = '', runs) => {
  const matching = manifest.routes.filter(
    ({ pattern, excluded_patterns, methods, headers }) =>
      new RegExp(pattern).test(path) &&
      !excluded_patterns.some((excluded) => new RegExp(excluded).test(path)) &&
      (methods?.includes('GET') ?? true) &&
      Object.entries(headers ?? {}).every(([, { pattern: text = '' }]) => new RegExp(text).test('text/markdown')),
  )
  expect(String(matching.length)).toBe(runs)
})

const { directory, node_bundler: nodeBundler, included_files: includedFiles } = functionSettings()
const functions = join(folder, 'functions')
let found: FoundFunction[]
beforeAll(async () => {
  const { zipFunctions } = await loadFunctionBundler()
  mkdirSync(functions)
  found = await zipFunctions([resolve(directory)], functions, {
    archiveFormat: 'none',
    basePath: resolve('.'),
    config: { '*': { includedFiles, includedFilesBasePath: resolve('.'), nodeBundler } },
  })
})

it('finds each function with its addresses, methods and limits', () => {
  const scheduled = found.filter(({ schedule }) => schedule)
  expect(scheduled.map(({ name, schedule, routes }) => [name, schedule, routes ?? []])).toEqual([
    ['housekeeping', '@daily', []],
    ['outbox', '*/5 * * * *', []],
  ])
  const addressed = found.filter(({ schedule }) => !schedule)
  expect(addressed.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort())
  for (const { name, routes, excludedRoutes } of addressed) {
    const route: Route = ROUTES[name as keyof typeof ROUTES]
    const { method = [], excludedPath = [], preferStatic = false } = route
    const expected = route.path.map((pattern) => ({ pattern, methods: [...method], isStatic: preferStatic }))
    const bundled = routes?.map(({ pattern, methods = [], prefer_static: isStatic = false }) => {
      return { pattern, methods, isStatic }
    })
    expect([bundled, excludedRoutes?.map(({ pattern }) => pattern)], name).toEqual([expected, excludedPath])
  }
  const limited = addressed.filter(({ trafficRules }) => trafficRules?.action.type === 'rate_limit')
  expect(limited.map(({ name }) => name).sort()).toEqual(['contact', 'inquiries'])
})

it('ships each function as one file of its own beside what it reads', () => {
  for (const { name } of found) {
    for (const file of includedFiles)
      expect(globSync(join(functions, name, file)).length, `${name}: ${file}`).toBeGreaterThan(0)
    expect(existsSync(join(functions, name, 'node_modules')), name).toBe(false)
    expect(existsSync(join(functions, name, 'dist/about')), `${name} ships the whole site`).toBe(false)
  }
})
