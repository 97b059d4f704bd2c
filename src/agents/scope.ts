import { AgentError } from './agent-error.ts'

/** No operation requires `firm.read`, because all that the firm publishes is public. */
export type Scope = 'firm.read' | 'inquiries.write'

export const ALL_SCOPES: Scope[] = ['firm.read', 'inquiries.write']

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
