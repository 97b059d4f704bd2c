/**
 * Who calls a tool of `/mcp`. The library hands it through to the tools in its AuthInfo.
 */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Agent } from '../agents/tokens/access-token.ts'
import type { Caller } from '../service/service.ts'

export interface ToolCaller {
  caller: Caller
  /** Undefined without an access token. */
  agent: Agent | undefined
}

/** What `extra` of the AuthInfo holds. */
interface Extra extends ToolCaller {
  method: string
}

/**
 * @param method what the caller asks for, for a server that is made for it
 * @returns what the library gives to each server and tool; it does not read `extra`
 */
export function toAuthInfo(toolCaller: ToolCaller, method: string): AuthInfo {
  const extra: Extra = { ...toolCaller, method }
  return {
    token: '',
    clientId: toolCaller.agent?.registration.id ?? 'anonymous',
    scopes: toolCaller.agent?.scopes ?? [],
    extra: { ...extra },
  }
}

const extraOf = (authInfo: AuthInfo | undefined) => authInfo?.extra as unknown as Extra

/** @param authInfo made by `toAuthInfo` */
export const methodOf = (authInfo: AuthInfo | undefined): string => extraOf(authInfo).method

/** @param context of a call that came with `toAuthInfo` */
export const toolCallerOf = ({ http }: ServerContext): ToolCaller => extraOf(http?.authInfo)
