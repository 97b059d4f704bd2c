/** The tools: against the API, against the texts that name them, and in the languages of the site. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Operation } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { firmOffer, toolsOf } from '../../src/mcp/server.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { agent, type Json, useAgent, withoutSignatures } from '../test-agent.ts'
import { rowsOf, yamlOf } from '../table.ts'
import { AREAS, AREAS_ES, FIRM, FIRM_ES, VALID_INQUIRY } from '../test-desk.ts'
import { call, SENDERS, sendLegacy } from './mcp-client.ts'
import type { ToolName } from '../../src/words.ts'
import { TOOL_CALLS, TOOL_NAMES } from './tool-calls.ts'

useAgent()
const operations: Record<string, Operation> = OPERATIONS
it('the tools perform every operation of the API but its index, what the operator monitors, the lawyers, and the registration of agents, and need its scope', () => {
  const needed = Object.keys(operations).filter(
    (id) => !['getIndex', 'getReady', 'listLawyers'].includes(id) && operations[id]?.tag !== 'Agents',
  )
  expect(needed.length).toBeGreaterThan(0)
  expect(toolsOf(agent.service).map(({ operation }) => operation)).toEqual(expect.arrayContaining(needed))
  for (const { name, operation = '', scope } of toolsOf(agent.service)) {
    const row = operations[operation]
    expect(scope, name).toBe(row?.servedBy === 'function' ? row.scope : undefined)
  }
  expect([...(firmOffer(agent.service).scopes ?? [])]).toEqual([['submit_inquiry', 'inquiries.write']])
})

it('each tool that a text names is in the table', () => {
  const files = globSync(['src/**/*.{ts,astro,md}', 'content/**/*.md', '*.md', '.github/*.md', '{netlify,tests}/*.md'])
  // A text may still have the old name of a tool, whose verb the table has no longer.
  const verbs = 'answer check choose find get list preview read send submit'.split(' ')
  // Not `choose_url`, which is an option of the web editor.
  const tool = new RegExp(`\\b(${verbs.join('|')})_(?!url)[a-z_]+\\b`, 'g')
  const named = files.flatMap((file) => (readFileSync(file, 'utf8').match(tool) ?? []).map((name) => ({ file, name })))
  expect(named.filter(({ name }) => !(TOOL_NAMES as string[]).includes(name))).toEqual([])
  expect(new Set(named.map(({ name }) => name)).size).toBe(TOOL_NAMES.length)
})

it.each(SENDERS)('limited or down, tools say how long to wait (%s the handshake was dropped)', async (_era, post) => {
  const submit = (message: string) => call('submit_inquiry', { ...VALID_INQUIRY, message, confirmed: true }, post)
  agent.store.down = true
  const down = { code: 'service-unavailable', retryAfterSeconds: expect.any(Number) }
  expect(await submit('down')).toMatchObject({ isError: true, _meta: down })
  agent.store.down = false
  for (let count = 0; count < RATE_LIMITS.inquiries.quota; count++) await submit(`${count}`)
  const limited = await submit('one more')
  expect(limited).toMatchObject({ isError: true, _meta: { code: 'rate-limited' } })
  expect(JSON.stringify(limited)).toContain('retryAfterSeconds')
})

/** Converters for Gemini refuse all tools for one keyword more, or for an enum that is not of texts. */
function expectNarrow(schema: Json, where: string) {
  const { type, properties = {}, items, required, enum: values = [], ...rest } = schema
  expect(['string', 'boolean', 'array', 'object'], where).toContain(type)
  const others = ['description', 'additionalProperties', 'minLength', 'maxLength']
  if (rest.format === 'date-time') others.push('format')
  expect(others, where).toEqual(expect.arrayContaining(Object.keys(rest)))
  for (const value of values as unknown[]) expect([type, typeof value], where).toEqual(['string', 'string'])
  expect(Object.keys(properties as Json), where).toEqual(expect.arrayContaining((required ?? []) as string[]))
  expect(items === undefined, where).toBe(type !== 'array')
  if (items) expectNarrow(items as Json, `${where}[]`)
  for (const [name, member] of Object.entries(properties as Json)) expectNarrow(member as Json, `${where}.${name}`)
}

it.each([[null], [''], [' '], [[]]])('in every tool an optional %j, and a false tick, is absent', async (empty) => {
  const { tools } = (await sendLegacy('tools/list')).body.result as { tools: { name: ToolName; inputSchema: Json }[] }
  for (const { name, inputSchema } of tools) {
    const given = TOOL_CALLS[name]
    if (!given) continue
    const members = Object.entries(inputSchema.properties as Record<string, Json>).filter(
      ([member]) => !(member in given),
    )
    const left = members.map(([member, { type }]): [string, unknown] => [member, type === 'boolean' ? false : empty])
    const [full, short] = [await call(name, { ...Object.fromEntries(left), ...given }), await call(name, given)]
    expect(full.isError, `${name}: ${JSON.stringify(full.content)}`).toBeUndefined()
    // Each preview seals a token of its own.
    const shown = ({ structuredContent }: Json) =>
      withoutSignatures(JSON.stringify(structuredContent)).replace(/"confirmationToken.*/, '')
    expect(shown(full)).toBe(shown(short))
  }
  for (const name of ['name', 'email'])
    expect((await call('preview_inquiry', { ...VALID_INQUIRY, [name]: empty })).isError).toBe(true)
})

it.each(SENDERS)('null as arguments or cursor is absent (%s the handshake was dropped)', async (_era, post) => {
  expect(await call('list_faq', null as never, post)).toMatchObject({ structuredContent: { faq: expect.anything() } })
  expect((await post('tools/list', { cursor: null })).body.result).toMatchObject({ tools: expect.anything() })
  expect((await sendLegacy('tools/list', null as never)).body.result).toMatchObject({ tools: expect.anything() })
})

const BUDGETS = rowsOf('tests/mcp/tools.txt')
/** What it does to the world, what comes back, when to call it and when not. */
const DESCRIBED = yamlOf<string[]>('tests/mcp/tools.yaml')
/** Of the answer around the tools. */
const FRAME = 300

it('the list of tools, which a model reads first, is short, strict, and names no dialect, which some clients refuse', async () => {
  const { text, body } = await sendLegacy('tools/list')
  const { tools } = body.result as {
    tools: { name: ToolName; inputSchema: Json; description: string; annotations: Json }[]
  } & Json
  expect(text).not.toContain('$schema')
  expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
  expect(Buffer.byteLength(text) - Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(FRAME)
  for (const { name, inputSchema, description, annotations, ...rest } of tools) {
    expectNarrow(inputSchema, name)
    const parts = Object.entries({ inputSchema, description, annotations, ...rest })
    const sizes = parts.map(([part, value]) => `${part} ${Buffer.byteLength(JSON.stringify(value))}`)
    const [, budget, reason] = BUDGETS.find(([tool]) => tool === name) ?? []
    const shorten = `Shorten ${name}, which ${reason}: ${sizes.join(', ')} bytes`
    expect(Buffer.byteLength(JSON.stringify(parts)), shorten).toBeLessThanOrEqual(Number(budget))
    // What was sent cannot be taken back.
    expect(annotations, name).toMatchObject({ destructiveHint: annotations.readOnlyHint === false })
    expect(inputSchema.additionalProperties, name).toBe(false)
    for (const part of DESCRIBED) expect(description, name).toMatch(new RegExp(part))
  }
})

const read = async (name: string, given: Json) => (await call(name, given)).structuredContent as Json

it.each([
  [{}, FIRM, AREAS],
  [{ language: 'en' }, FIRM, AREAS],
  [{ language: 'es' }, FIRM_ES, AREAS_ES],
  [{ language: 'es-MX' }, FIRM_ES, AREAS_ES],
  [{ language: 'ES_mx' }, FIRM_ES, AREAS_ES],
  [{ language: 'en-US' }, FIRM, AREAS],
])('what the firm has published is given by the tools with %j in that language', async (given, firm, areas) => {
  expect(await read('get_firm_overview', given)).toEqual(firm)
  const brief = areas.map(({ id, name, summary, url }) => ({ id, name, summary, url }))
  expect(await read('list_practice_areas', given)).toEqual({ notice: areas[0]?.notice, practiceAreas: brief })
  expect(await read('get_practice_area', { ...given, id: 'animal_law' })).toEqual(areas.at(-1))
})

it('what the firm has published includes the questions, all or those of a topic', async () => {
  const questions = async (given: Json) =>
    ((await read('list_faq', given)).faq as { question: string }[]).map(({ question }) => question)
  expect(await questions({})).toEqual(['What does it cost?', 'Is there a deadline?'])
  expect(await questions({ topic: 'animal_law' })).toEqual(['Is there a deadline?'])
  expect(await questions({ topic: 'wills_trusts' })).toEqual([])
  const { isError, content } = await call('list_faq', { topic: 'how much do you charge' })
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('animal_law')])
})

it('what the firm has published is read again when it changes: a practice area without a translation is said to have none', async () => {
  expect((await read('get_practice_area', { id: 'animal_law', language: 'es' })).name).toBe('Área animal_law')
  const { read: readFile } = agent.service.published
  const others = JSON.stringify({ notice: '', practiceAreas: AREAS_ES.slice(0, 1) })
  agent.service.published = {
    read: (path) => (path === 'api/v1/es/practice-areas/index.json' ? Promise.resolve(others) : readFile(path)),
  }
  expect(await call('get_practice_area', { id: 'animal_law', language: 'es' })).toMatchObject({
    isError: true,
    content: [{ text: 'This practice area has no text in Spanish. Call again without language.' }],
    _meta: { code: 'not-found' },
  })
  expect((await read('get_practice_area', { id: 'animal_law' })).name).toBe('Area animal_law')
})
