/** The functions in Netlify's own bundler, as every deploy runs it. */
import { existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ROUTES, type Route } from '../../src/routes.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { functionSettings } from './deployment.ts'
import { type FoundFunction, loadFunctionBundler } from './tools.ts'

const { directory, node_bundler: nodeBundler, included_files: includedFiles } = functionSettings()
const folder = temporaryFolder()
let found: FoundFunction[]
beforeAll(async () => {
  const { zipFunctions } = await loadFunctionBundler()
  found = await zipFunctions([resolve(directory)], folder, {
    archiveFormat: 'none',
    basePath: resolve('.'),
    config: { '*': { includedFiles, includedFilesBasePath: resolve('.'), nodeBundler } },
  })
  return () => removeFolder(folder)
})

it('finds each function with its addresses, methods and limits', () => {
  const scheduled = found.filter(({ schedule }) => schedule)
  expect(scheduled.map(({ name, schedule, routes }) => [name, schedule, routes ?? []])).toEqual([
    ['housekeeping', '@daily', []],
    ['outbox', '*/5 * * * *', []],
  ])
  const functions = found.filter(({ schedule }) => !schedule)
  expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort())
  for (const { name, routes, excludedRoutes } of functions) {
    const route: Route = ROUTES[name as keyof typeof ROUTES]
    const { method = [], excludedPath = [], preferStatic = false } = route
    const expected = route.path.map((pattern) => ({ pattern, methods: [...method], isStatic: preferStatic }))
    const bundled = routes?.map(({ pattern, methods = [], prefer_static: isStatic = false }) => {
      return { pattern, methods, isStatic }
    })
    expect([bundled, excludedRoutes?.map(({ pattern }) => pattern)], name).toEqual([expected, excludedPath])
  }
  const limited = functions.filter(({ trafficRules }) => trafficRules?.action.type === 'rate_limit')
  expect(limited.map(({ name }) => name).sort()).toEqual(['contact', 'inquiries'])
})

it('ships each function as one file of its own beside what it reads', () => {
  for (const { name } of found) {
    for (const file of includedFiles)
      expect(globSync(join(folder, name, file)).length, `${name}: ${file}`).toBeGreaterThan(0)
    expect(existsSync(join(folder, name, 'node_modules')), name).toBe(false)
    expect(existsSync(join(folder, name, 'dist/about')), `${name} ships the whole site`).toBe(false)
  }
})
