import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentFile } from '../src/contract/documents.ts'
import { OPERATIONS } from '../src/contract/operations.ts'
import { matchRoutes, ROUTES, type Route, type RouteName } from '../src/routes.ts'
import { rowsOf } from './table.ts'
import { BASE, desk, useDesk } from './test-desk.ts'

/** Called by the clock; they have no address. */
const SCHEDULED = ['housekeeping', 'outbox']
useDesk()
const isAbsent = () => false

it('the functions of Netlify are the routes, one file each, which runs its handler', () => {
  const files = readdirSync('netlify/functions').map((file) => file.replace(/\.ts$/, ''))
  expect(files.filter((name) => !SCHEDULED.includes(name)).sort()).toEqual(Object.keys(ROUTES).sort())
  for (const [name, { handler }] of Object.entries<Route>(ROUTES)) {
    const source = readFileSync(`netlify/functions/${name}.ts`, 'utf8')
    const camelCase = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const exported = handler === ROUTES['not-found'].handler ? 'notFound' : camelCase
    expect(source).toContain(`serve('${name}', ${exported}`)
  }
})

it('the functions of Netlify answer every operation that the table gives to a function', () => {
  for (const { path, method } of Object.values(OPERATIONS).filter(({ servedBy }) => servedBy === 'function'))
    expect([[], ['not-found']], path).not.toContainEqual(matchRoutes(method, path, isAbsent))
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** `*` and `:name` are replaced by text that no literal path contains. */
const addresses = Object.values<Route>(ROUTES)
  .flatMap(({ path }) => path)
  .flatMap((path) => [path.replace('*', ''), path.replace('*', 'x/y').replace(/:\w+/g, 'z')])
it.each(METHODS)('the rows of the table never match one %s request twice', (method) => {
  for (const address of new Set(addresses)) {
    const matching = matchRoutes(method, address, isAbsent)
    expect(matching.length, `${method} ${address}: ${matching.join(', ')}`).toBeLessThan(2)
  }
})

const published = new Set(['/api/v1/firm', '/api/v1/es/lawyers', '/api/v1/index.json', '/.well-known/security.txt'])
it.each(rowsOf('tests/routes.txt'))('the router %s %s goes to %s', (method, path, route) => {
  expect(matchRoutes(method, path, (pathname) => published.has(pathname))).toEqual(route ? [route] : [])
})

it.each([
  ['GET', '/api/v1/nothing'],
  ['POST', '/oauth/nothing'],
  ['GET', '/.well-known/x'],
])('%s %s, which nothing else answers, is 404 as problem+json', async (method, path) => {
  const response = await desk.send('not-found', path, { method })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ code: 'not-found', type: `${BASE}/problems/#not-found` })
})

const handlerOf = ([route = 'desk']: RouteName[]) => ROUTES[route].handler

const rows = Object.values(OPERATIONS).filter(({ servedBy }) => servedBy === 'site')
const facts = rows.map(({ path }) => path.replace('{id}', 'animal_law'))
const own = Object.values<Route>(ROUTES)
  .flatMap(({ path, handler }) => (handler === ROUTES['not-found'].handler ? [] : path))
  .filter((path) => /^\/(mcp|api|oauth2?|agent)\b.*[^/]$/.test(path))

it.each(METHODS)('a program address with a slash at its end is that without one for %s', (method) => {
  expect(own.length).toBeGreaterThan(10)
  for (const path of own)
    expect(matchRoutes(method, `${path}/`, isAbsent), path).toEqual(matchRoutes(method, path, isAbsent))
  for (const path of facts)
    expect(handlerOf(matchRoutes(method, `${path}/`, isAbsent)), path).toBe(ROUTES['not-found'].handler)
})

it.each(facts)('a program address with a slash at its end is answered: %s', async (path) => {
  const file = documentFile(path).slice(1)
  const text = await desk.service.published.read(file).catch(() => '{}')
  desk.service.published = { read: (asked) => (asked === file ? Promise.resolve(text) : Promise.reject(new Error())) }
  const [read, head, post] = await Promise.all(
    ['GET', 'HEAD', 'POST'].map((method) => desk.send('not-found', `${path}/`, { method })),
  )
  expect([read, head, post].map((response) => response?.status)).toEqual([200, 200, 405])
  expect([await read?.text(), await head?.text()]).toEqual([text, ''])
  expect(Object.fromEntries(read?.headers ?? [])).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    link: expect.stringContaining('service-desc'),
  })
})

it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s of a document is 405 with Allow', async (method) => {
  const response = await desk.send('document-methods', '/api/v1/firm', { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
})

it('OPTIONS of a document is 204 with CORS', async () => {
  const response = await desk.send('document-methods', '/api/v1/practice-areas/animal_law', { method: 'OPTIONS' })
  expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})
