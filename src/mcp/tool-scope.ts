/**
 * Which scope a tool of `/mcp` needs. Apart from the tools, so that a token can be checked before they are loaded.
 */
import type { Scope } from '../agents/scope.ts'
import { MCP_TOOLS, TOOL_NAMES } from '../contract/mcp-tools.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import type { FunctionOperation } from '../contract/operation.ts'

/** The operations that need a scope are all among these. */
const SCOPED: Partial<Record<string, FunctionOperation>> = INQUIRY_OPERATIONS

/** The scope that a token must have for a tool: that of its operation. Undefined if it needs none, or if there is no such tool. */
export function scopeOfTool(name: unknown): Scope | undefined {
  const known = TOOL_NAMES.find((tool) => tool === name)
  const id = known && MCP_TOOLS[known].operation
  return id && SCOPED[id]?.scope
}
