/**
 * What is computed once from a published fact, and when it is computed again.
 */
import { expect, it } from 'vitest'
import * as z from 'zod'
import { factOf, factResult, readFact } from '../../src/mcp/published-facts.ts'
import { cacheFacts } from '../../src/mcp/schema-cache.ts'

/** A folder with one file, which can be written again. */
function folder(first: string) {
  let text = first
  return {
    service: { published: { read: (path: string) => Promise.resolve(path === 'api/v1/faq' ? text : 'null') } },
    write: (next: string) => {
      text = next
    },
  }
}

it('a document is parsed once, and again when its file has changed', async () => {
  const { service, write } = folder('{"faq":[1]}')
  const first = await factOf(service, 'faq')
  expect(first).toEqual({ faq: [1] })
  expect(await factOf(service, 'faq')).toBe(first)
  write('{"faq":[2]}')
  expect(await factOf(service, 'faq')).toEqual({ faq: [2] })
  expect(await readFact(service, 'faq')).toBe('{"faq":[2]}')
  expect(await factOf(folder('{"faq":[3]}').service, 'faq')).toEqual({ faq: [3] })
})

it('a result is made once for each fact', () => {
  const fact = { status: 'ok' }
  expect(factResult(fact)).toEqual({ content: [{ type: 'text', text: '{"status":"ok"}' }], structuredContent: fact })
  expect(factResult(fact)).toBe(factResult(fact))
  expect(factResult({ ...fact })).not.toBe(factResult(fact))
})

it('each fact is checked once', async () => {
  let checks = 0
  const schema = cacheFacts(z.object({ status: z.string().refine((value) => ++checks > 0 && value === 'ok') }))
  const [fact, wrong] = [{ status: 'ok' }, { status: 'no' }]
  for (const given of [fact, fact, wrong, wrong]) {
    const { issues } = await schema['~standard'].validate(given)
    expect(issues === undefined).toBe(given === fact)
  }
  expect(checks).toBe(2)
})
