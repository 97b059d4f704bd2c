/**
 * The table of tools against the API, and against the texts that name a tool.
 */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MCP_TOOLS, TOOL_NAMES } from '../../src/contract/mcp-tools.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { scopeOfTool } from '../../src/mcp/tool-scope.ts'

const operations: Record<string, Operation> = OPERATIONS

describe('the tools', () => {
  it('perform every operation of the API but its index, what the operator monitors, what is a resource only, and the registration of agents', () => {
    const performed = Object.values(MCP_TOOLS).map(({ operation }) => operation)
    const needed = Object.keys(operations).filter(
      (id) => !['getIndex', 'getReady', 'listLawyers'].includes(id) && operations[id]?.tag !== 'Agents',
    )
    expect(needed.length).toBeGreaterThan(0)
    expect(performed).toEqual(expect.arrayContaining(needed))
  })

  it('need no scope, but for the one that sends', () => {
    const needed = TOOL_NAMES.flatMap((name) => scopeOfTool(name)?.replace(/^/, `${name}: `) ?? [])
    expect(needed).toEqual(['submit_inquiry: inquiries.write'])
  })

  it('need the scope of their operation', () => {
    for (const name of TOOL_NAMES) {
      const operation = operations[MCP_TOOLS[name].operation ?? '']
      const needed = operation?.servedBy === 'function' ? operation.scope : undefined
      expect(scopeOfTool(name), name).toBe(needed)
    }
  })

  it.each(['nothing', '__proto__', 'constructor', undefined, 5])('are not %j, which needs no scope', (name) => {
    expect(scopeOfTool(name)).toBeUndefined()
  })
})

it('every tool that a text names is in the table', () => {
  const files = globSync(['src/**/*.{ts,astro,md}', 'content/**/*.md', '*.md', '.github/*.md', '{netlify,tests}/*.md'])
  // The table itself is no text that tells agents of a tool.
  const texts = files.filter((file) => !file.endsWith('mcp-tools.ts'))
  // A text may still have the old name of a tool, whose verb the table has no longer.
  const verbs = 'check find get list preview read send submit'.split(' ')
  const tool = new RegExp(`\\b(${verbs.join('|')})_[a-z_]+\\b`, 'g')
  const named = texts.flatMap((file) => (readFileSync(file, 'utf8').match(tool) ?? []).map((name) => ({ file, name })))
  expect(named.filter(({ name }) => !(TOOL_NAMES as string[]).includes(name))).toEqual([])
  expect(new Set(named.map(({ name }) => name)).size).toBe(TOOL_NAMES.length)
})
