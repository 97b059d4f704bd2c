/**
 * The scopes, once: what a token may do.
 */
import { AgentError } from './agent-error.ts'

/** Each scope with what it allows. */
export const SCOPES = {
  'firm.read': 'Read what the firm publishes and look at the own registration; the facts themselves are public.',
  'inquiries.write': 'Send inquiries.',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]

/** RFC 6749 section 3.3: names of visible characters but quotation mark and backslash, one space between two. */
const SYNTAX = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * Narrows a grant to what was asked for.
 * @param text the `scope` parameter; undefined asks for all that is granted
 * @returns the scopes as a set, in the order of the table
 * @throws AgentError `invalid_scope` when it is malformed, unknown or more than granted
 */
export function narrowScopes(text: string | undefined, granted: readonly Scope[]): Scope[] {
  if (text === undefined) return [...granted]
  const requested = new Set(text.split(' '))
  const isGranted = [...requested].every((name) => granted.includes(name as Scope))
  if (!SYNTAX.test(text) || !isGranted) throw new AgentError('invalid_scope')
  return ALL_SCOPES.filter((scope) => requested.has(scope))
}
