/**
 * Requests drawn by chance: an address of the table of routes, with what is sent there, bent in one or several places.
 */
import { CLAIM_GRANT, ID_JAG_TYPE, JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { TOOL_NAMES } from '../../src/contract/mcp-tools.ts'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { MCP_VERSIONS, PATHS } from '../../src/site.ts'
import type { Dice } from './dice.ts'

/** What is valid at the server, so that requests get past the first check. */
export interface Valid {
  token: string
  assertion: string
  claimToken: string
  attempt: string
  userCode: string
  step: string
  cookie: string
  csrf: string
  reference: string
}

export interface FuzzRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: string
  /** A member of the staff may see what others sent. */
  isStaff: boolean
}

type Json = Record<string, unknown>

const METHODS = ['POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const
const NASTY = [
  '',
  ' ',
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 1 },
  '\u0000',
  '\ud800',
  '\u202e\u0007',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  "' OR 1=1 --",
  '../../../../etc/passwd',
  '%00%ff%',
  'a@b',
  'reg_',
  'eyJhbGciOiJub25lIn0.e30.',
  '2026-13-45T99:99:99Z',
  '９９９',
  'x'.repeat(300),
  'é'.repeat(6000),
] as const
const PATH_ENDS = [
  '',
  '',
  '',
  '',
  '/',
  '/x',
  '%00',
  '/..',
  '/%2e%2e/',
  '?',
  '?a=b&a=c',
  '?attempt=%',
  '?link=x.y',
  '#x',
  ';x',
  '//',
] as const
const CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/secevent+jwt',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
] as const

const PATTERNS = [
  ...new Set(Object.values<Route>(ROUTES).flatMap(({ path }) => path)),
  ...DESK_PAGES.map(({ path }) => PATHS.desk + path),
]

/** A body in JSON, and where it belongs. */
function jsonBodies({ claimToken, userCode, assertion }: Valid, own: string): [path: string, body: Json][] {
  const email = `${own}@example.com`
  const inquiry = { name: own, email, message: `${own} writes.`, phone: '+1 386 555 0187', language: 'en' }
  const rpc = (method: string, params: Json = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
  const client = { protocolVersion: MCP_VERSIONS[1], capabilities: {}, clientInfo: { name: own, version: '1' } }
  return [
    ['/api/v1/inquiries', inquiry],
    [PATHS.identity, { type: 'anonymous' }],
    [PATHS.identity, { type: 'service_auth', login_hint: email }],
    [PATHS.identity, { type: 'identity_assertion', assertion_type: ID_JAG_TYPE, assertion }],
    [PATHS.claimStart, { claim_token: claimToken, email }],
    [PATHS.claimComplete, { claim_token: claimToken, user_code: userCode }],
    [PATHS.mcp, rpc('initialize', client)],
    ...['tools/list', 'resources/list', 'prompts/list', 'ping', 'resources/read'].map((method): [string, Json] => [
      PATHS.mcp,
      rpc(method, { uri: 'firm://x' }),
    ]),
    ...TOOL_NAMES.map((name): [string, Json] => [
      PATHS.mcp,
      rpc('tools/call', { name, arguments: { ...inquiry, id: own } }),
    ]),
  ]
}

/** A form, and where it belongs. */
function formBodies(valid: Valid, own: string): [path: string, body: Json][] {
  const { claimToken: claim_token, assertion, token, attempt, userCode: code, step, csrf } = valid
  const inquiry = { name: own, email: `${own}@example.com`, message: `${own} writes.`, ticket: own, website: '' }
  const desk = {
    csrf,
    name: own,
    status: 'open',
    note: own,
    decision: 'confirmed',
    attempt,
    search: own,
    reference: own,
  }
  return [
    [PATHS.contact, inquiry],
    [`/es${PATHS.contact}`, inquiry],
    [PATHS.claim, { attempt, code }],
    [PATHS.claim, { step, action: 'send' }],
    [PATHS.claimConfirm, { link: step, decision: 'confirmed' }],
    [PATHS.token, { grant_type: JWT_BEARER_GRANT, assertion, scope: 'firm.read' }],
    [PATHS.token, { grant_type: CLAIM_GRANT, claim_token }],
    [PATHS.revoke, { token: own + token }],
    [PATHS.deskSignIn, { key: own, to: '/desk' }],
    ...DESK_PAGES.map(({ path }): [string, Json] => [PATHS.desk + path, desk]),
  ]
}

/** Draws a request. @param own the mark of this request */
export function fuzzRequest(dice: Dice, valid: Valid, own: string): FuzzRequest {
  const { one, isHit, below } = dice
  const isForm = isHit(0.5)
  const bodies = isForm ? formBodies(valid, own) : jsonBodies(valid, own)
  const [place, content] = bodies[below(bodies.length)] ?? ['/', {}]
  const isThere = isHit(0.5)
  const pattern = isThere ? place : (PATTERNS[below(PATTERNS.length)] ?? '/')
  const bent = isHit(0.7) ? bend(dice, content, own) : content
  const text = isForm ? formOf(bent) : JSON.stringify(bent)
  const body = isHit(0.1) ? text.slice(0, below(text.length + 1)) : isHit(0.02) ? text + 'x'.repeat(70_000) : text
  const isStaff = pattern.startsWith(PATHS.desk) && isHit(0.7)
  const type = isHit(0.85) ? CONTENT_TYPES[isForm ? 1 : 0] : one(CONTENT_TYPES)
  const maybe = (share: number, name: string, ...values: [string, ...string[]]): [string, string][] =>
    isHit(share) ? [[name, one(values)]] : []
  return {
    method: isHit(isThere ? 0.9 : 0.3) ? 'POST' : one(METHODS),
    path: fillPattern(dice, pattern, valid) + (isHit(0.3) ? one(PATH_ENDS) : ''),
    headers: [
      ...(type ? [['Content-Type', type] as [string, string]] : []),
      ...maybe(
        0.3,
        'Authorization',
        `Bearer ${valid.token}`,
        `Bearer ${own}`,
        'Bearer',
        'Basic YTpi',
        `DPoP ${valid.token}`,
      ),
      ...maybe(0.2, 'Idempotency-Key', own, 'same-for-many', 'x'.repeat(256), '"quoted"'),
      ...(isStaff
        ? [['Cookie', valid.cookie] as [string, string]]
        : maybe(0.1, 'Cookie', '__Host-desk=x', '=;=;', '__Host-desk=')),
      ...maybe(0.2, 'Sec-Fetch-Site', 'same-origin', 'cross-site', 'none', 'x'),
      ...maybe(0.2, 'Origin', 'null', 'https://evil.example', 'http://localhost:8888', '://'),
      ...maybe(0.3, 'Accept', 'application/json, text/event-stream', 'text/markdown', '*/*;q=x', ',,,', 'text/html'),
      ...maybe(0.1, 'Accept-Language', 'es', 'x'.repeat(500), '*'),
      ...maybe(0.2, 'MCP-Protocol-Version', ...(MCP_VERSIONS as [string, ...string[]]), '1999-01-01'),
      ...maybe(0.1, 'Mcp-Method', 'tools/call', 'x'),
      ...maybe(0.1, 'X-Forwarded-For', '203.0.113.7', 'x', '::1, ::2', own),
      ...maybe(0.05, 'Range', 'bytes=0-1', 'bytes=9-1', 'x'),
      ...maybe(0.05, 'If-None-Match', '*', '"x"', 'W/'),
      ...maybe(0.05, 'Content-Encoding', 'gzip', 'br', 'x'),
      ...maybe(0.1, 'User-Agent', own, ''),
    ],
    body,
    isStaff,
  }
}

function formOf(members: Json): string {
  const texts = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(texts).toString()
}

/** Names and rests of a pattern, filled. */
function fillPattern({ one }: Dice, pattern: string, { reference }: Valid): string {
  const fill = () =>
    one([reference, 'personal_injury', 'x', 'K7QM-2F9D', '..%2f..', '%e0%a4%a', '%', 'é', 'a'.repeat(400)])
  return pattern.replace(/:\w+/g, fill).replace(/\*$/, fill)
}

/** Changes some members, at any depth. */
function bend(dice: Dice, content: Json, own: string): Json {
  const { one, isHit, below } = dice
  const names = Object.keys(content)
  const name = names[below(names.length)] ?? ''
  const inner = content[name]
  if (inner !== null && typeof inner === 'object' && isHit(0.8))
    return { ...content, [name]: bend(dice, inner as Json, own) }
  const bent = isHit(0.2)
    ? Object.fromEntries(Object.entries(content).filter(([other]) => other !== name))
    : { ...content, [isHit(0.1) ? one(['__proto__', 'constructor', own, '']) : name]: one(NASTY) }
  return isHit(0.3) ? bend(dice, bent, own) : bent
}
