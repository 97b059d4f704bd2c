/**
 * Which scope a tool of `/mcp` needs. Apart from the tools, so that a token can be checked before they are loaded.
 */
import type { Scope } from '../agents/scope.ts'
import { MCP_TOOLS, TOOL_NAMES } from '../contract/mcp-tools.ts'
import type { Operation } from '../contract/operation.ts'
import { OPERATIONS } from '../contract/operations.ts'

/** The scope that a token must have for a tool: that of its operation. Undefined if it needs none, or if there is no such tool. */
export function scopeOfTool(name: unknown): Scope | undefined {
  const known = TOOL_NAMES.find((tool) => tool === name)
  const id = known && MCP_TOOLS[known].operation
  const operation: Operation | undefined = id && OPERATIONS[id]
  return operation?.servedBy === 'function' ? operation.scope : undefined
}
