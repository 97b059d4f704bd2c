/** The edge function in Netlify's own bundler, as every deploy runs it. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { type EdgeManifest, loadEdgeBundler } from './tools.ts'

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

it('the edge function has a manifest that Netlify accepts', async () => {
  const { validateManifest } = await loadEdgeBundler()
  expect(() => validateManifest(manifest)).not.toThrow()
})

it('the edge function takes no page down when it fails', () =>
  expect(manifest.function_config.markdown?.on_error).toBe('bypass'))

it.each([
  ['/', true],
  ['/about/', true],
  ['/no-such-page', true],
  ['/about.md', false],
  ['/api/v1/firm', false],
  ['/.well-known/api-catalog', false],
  ['/oauth2/token', false],
  ['/mcp', false],
  ['/desk', false],
  ['/es/claim/confirm/', false],
  ['/thanks/K7QM-2F9D/', false],
])('the edge function for %s, asked for in Markdown: %s', (path, runs) => {
  const matching = manifest.routes.filter(
    ({ pattern, excluded_patterns, methods, headers }) =>
      new RegExp(pattern).test(path) &&
      !excluded_patterns.some((excluded) => new RegExp(excluded).test(path)) &&
      (methods?.includes('GET') ?? true) &&
      Object.entries(headers ?? {}).every(([, { pattern: text = '' }]) => new RegExp(text).test('text/markdown')),
  )
  expect(matching.length).toBe(runs ? 1 : 0)
})
