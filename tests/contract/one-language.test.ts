/**
 * A firm without a translation: with one language in the table of languages, nothing for programs names another.
 */
import { expect, it, vi } from 'vitest'
import { DOCUMENTS } from '../../src/contract/documents.ts'
import { llmsTxt } from '../../src/contract/documents/llms-txt.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { toolSchemas } from '../../src/mcp/tool-schemas.ts'
import { AREAS, BASE, FIRM, openDesk } from '../test-desk.ts'

vi.mock('../../src/language.ts', async (load) => ({ ...(await load<object>()), LANGUAGES: ['en'], TRANSLATIONS: [] }))

const SPANISH = /\/es\/|hreflang|Spanish|"es"/

it('lists no documents, operations and links in Spanish', () => {
  expect(JSON.stringify(DOCUMENTS)).not.toMatch(SPANISH)
  expect(JSON.stringify(openapi(BASE, FIRM, AREAS))).not.toMatch(SPANISH)
  const text = llmsTxt({
    base: BASE,
    firm: FIRM,
    areas: AREAS,
    lawyers: [],
    faq: [],
    pages: [{ title: 'A page', path: '/a.md', description: 'A page.' }],
  })
  expect(text).not.toMatch(SPANISH)
  expect(text).not.toContain('\n\n\n')
})

it('takes no other language in a tool of MCP', async () => {
  const { input } = toolSchemas((await openDesk()).service).get_firm_overview
  expect(input.safeParse({ language: 'en' }).success).toBe(true)
  expect(input.safeParse({ language: 'es' }).success).toBe(false)
})
