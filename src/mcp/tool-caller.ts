/**
 * Who calls a tool of `/mcp`.
 */
import type { Agent } from '../agents/tokens/access-token.ts'
import type { Caller } from '../service/service.ts'

export interface ToolCaller {
  caller: Caller
  /** Undefined without an access token. */
  agent: Agent | undefined
}
