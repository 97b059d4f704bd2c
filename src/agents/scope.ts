import { AgentError } from './agent-error.ts'

const SCOPES = {
  'firm.read': 'Read what the firm publishes. All of it is public, so nothing asks for this scope.',
  'inquiries.write': 'Send inquiries.',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]

/** RFC 6749 section 3.3. */
const SYNTAX = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * @param text the `scope` parameter; undefined requests everything granted
 * @throws AgentError `invalid_scope` when it is malformed, unknown or more than granted
 */
export function narrowScopes(text: string | undefined, granted: readonly Scope[]): Scope[] {
  if (text === undefined) return [...granted]
  const requested = new Set(text.split(' '))
  const isGranted = [...requested].every((name) => granted.includes(name as Scope))
  if (!SYNTAX.test(text) || !isGranted) throw new AgentError('invalid_scope')
  return ALL_SCOPES.filter((scope) => requested.has(scope))
}
