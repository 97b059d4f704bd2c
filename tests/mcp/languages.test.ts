/**
 * The facts of `/mcp` in the languages of the site.
 */
import { beforeEach, expect, it } from 'vitest'
import { AREAS, AREAS_ES, FIRM, FIRM_ES, jsonRequest, openDesk, type TestDesk } from '../test-desk.ts'

let desk: TestDesk
beforeEach(async () => {
  desk = await openDesk()
})

type Result = Record<string, unknown> & { structuredContent: Record<string, unknown>; isError?: boolean }

async function ask(method: string, params: object): Promise<Result> {
  const response = await desk.send('mcp', '/mcp', jsonRequest({ jsonrpc: '2.0', id: 1, method, params }))
  return ((await response.json()) as { result: Result }).result
}
const call = (name: string, given: object) => ask('tools/call', { name, arguments: given })
const factOf = async (name: string, given: object) => (await call(name, given)).structuredContent
const contentsOf = async (uri: string) =>
  ((await ask('resources/read', { uri })).contents as { uri: string; text: string }[])[0]

it.each([
  [{}, FIRM, AREAS],
  [{ language: 'en' }, FIRM, AREAS],
  [{ language: 'es' }, FIRM_ES, AREAS_ES],
])('with %j the tools give the facts in that language', async (given, firm, areas) => {
  expect(await factOf('get_firm_overview', given)).toEqual(firm)
  const brief = areas.map(({ id, name, summary, url }) => ({ id, name, summary, url }))
  expect(await factOf('list_practice_areas', given)).toEqual({ practiceAreas: brief })
  expect(await factOf('get_practice_area', { ...given, id: 'animal_law' })).toEqual(areas.at(-1))
})

it('questions are found in Spanish, by words without accents too', async () => {
  const found = await factOf('list_faq', { language: 'es', query: 'cuanto' })
  expect(JSON.stringify(found)).toContain('¿Cuánto cuesta?')
})

it('another language is refused', async () => {
  expect((await call('get_firm_overview', { language: 'fr' })).isError).toBe(true)
})

it('a practice area without a translation is said to have none', async () => {
  const { read } = desk.service.published
  const others = JSON.stringify({ practiceAreas: AREAS_ES.slice(0, 1) })
  desk.service.published = {
    read: (path) => (path === 'api/v1/es/practice-areas/index.json' ? Promise.resolve(others) : read(path)),
  }
  expect(await call('get_practice_area', { id: 'animal_law', language: 'es' })).toMatchObject({
    isError: true,
    content: [{ text: 'This practice area has no text in Spanish. Call again without language.' }],
    _meta: { code: 'not-found' },
  })
  expect((await factOf('get_practice_area', { id: 'animal_law' })).name).toBe('Area animal_law')
})

it('the resources hold the facts in each language', async () => {
  const { resources } = (await ask('resources/list', {})) as unknown as { resources: { uri: string; title: string }[] }
  const spanish = resources.filter(({ uri }) => uri.startsWith('firm://es/'))
  expect(spanish.map(({ uri, title }) => [uri, title])).toEqual([
    ['firm://es/overview', 'The firm, in Spanish'],
    ['firm://es/practice-areas', 'The practice areas, in Spanish'],
    ['firm://es/lawyers', 'The lawyers, in Spanish'],
    ['firm://es/faq', 'Questions and answers, in Spanish'],
  ])
  expect(JSON.parse((await contentsOf('firm://es/overview'))?.text ?? '')).toEqual(FIRM_ES)
  expect(JSON.parse((await contentsOf('firm://overview'))?.text ?? '')).toEqual(FIRM)
})
