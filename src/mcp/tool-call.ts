/** What a call of a tool of `/mcp` comes with, and its results. */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Agent } from '../agents/tokens/access-token.ts'
import type { Caller } from '../service/service.ts'

/** Who calls a tool. The library hands it through to the tools in its AuthInfo. */
export interface ToolCaller {
  caller: Caller
  /** Undefined without an access token. */
  agent: Agent | undefined
}

/** @returns what the library gives to each tool; it does not read `extra` */
export const toAuthInfo = ({ caller, agent }: ToolCaller): AuthInfo => ({
  token: '',
  clientId: agent?.registration.id ?? 'anonymous',
  scopes: agent?.scopes ?? [],
  extra: { caller, agent },
})

/** @param context of a call that came with `toAuthInfo` */
export const toolCallerOf = ({ http }: ServerContext): ToolCaller => http?.authInfo?.extra as unknown as ToolCaller

/**
 * A result: data, with the same data as text.
 * @param structuredContent must match the tool's output schema
 */
export const toolResult = (structuredContent: Readonly<Record<string, unknown>>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** A result that says what went wrong. @param text one line per error, and what to call next */
export const toolError = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })
