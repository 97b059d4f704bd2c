/** Requests drawn by chance: an address of the table of routes, with what is sent there, bent in one or several places. */
import fc, { type Arbitrary } from 'fast-check'
import { CLAIM_GRANT, ID_JAG_TYPE, JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { MCP_VERSIONS, PATHS } from '../../src/site.ts'
import { rowsOf } from '../table.ts'

/** With these values requests get past the first check. */
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
  /** An address at which an e-mail arrives. */
  inbound: string
}

export interface FuzzRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: string
  /** A member of the staff may see what others sent. */
  isStaff: boolean
  /** How it is sent: with a client library, by hand, or by hand with these bytes changed. */
  way: 'fetch' | 'raw' | { place: number; byte: number }[]
}

type Json = Record<string, unknown>

/** Stands for the mark of the request. */
const OWN = 'OWN_MARK'
/** Of the door for e-mails. */
export const SECRET = 'x'.repeat(32)
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', mail: 'message/rfc822' }
const OTHER_TYPES = ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', '']
const PATH_ENDS = ['/', '/x', '%00', '/..', '/%2e%2e/', '?', '?a=b&a=c', '?attempt=%', '?link=x.y', '#x', ';x', '//']
const PATTERNS = [
  ...new Set(Object.values<Route>(ROUTES).flatMap(({ path }) => path)),
  ...DESK_PAGES.map(({ path }) => PATHS.desk + path),
]

/** The second value comes in a tenth of the cases. */
const mostly = <T>(usual: Arbitrary<T>, other: Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })

const nasty = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 3 }),
  fc.string({ unit: 'binary', size: 'medium' }),
  fc.constantFrom(
    ...rowsOf('tests/torture/nasty.txt').flat(),
    '\r\nSet-Cookie: a=b',
    'x'.repeat(300),
    'é'.repeat(6000),
  ),
)

/** Members of an object, some changed, left out or added, at any depth. */
const bent = (members: Json): Arbitrary<Json> =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(
          Object.entries(members).map(([name, value]) => {
            const valid = value !== null && typeof value === 'object' ? bent(value as Json) : fc.constant(value)
            return [name, mostly(valid, nasty)]
          }),
        ),
        { requiredKeys: [] },
      ),
      fc.option(fc.dictionary(fc.constantFrom('__proto__', 'constructor', OWN, ''), nasty, { maxKeys: 1 }), {
        freq: 9,
      }),
    )
    .map(([some, more]) => ({ ...some, ...more }))

function jsonBodies({ claimToken, userCode, assertion }: Valid): [path: string, body: Json][] {
  const email = `${OWN}@example.com`
  const inquiry = { name: OWN, email, message: `${OWN} writes.`, phone: '+1 386 555 0187', language: 'en' }
  const given = { ...inquiry, id: OWN }
  const rpc = (method: string, params: Json = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
  const client = { protocolVersion: MCP_VERSIONS[1], capabilities: {}, clientInfo: { name: OWN, version: '1' } }
  return [
    ['/api/v1/inquiries', inquiry],
    [PATHS.identity, { type: 'anonymous' }],
    [PATHS.identity, { type: 'service_auth', login_hint: email }],
    [PATHS.identity, { type: 'identity_assertion', assertion_type: ID_JAG_TYPE, assertion }],
    [PATHS.claimStart, { claim_token: claimToken, email }],
    [PATHS.claimComplete, { claim_token: claimToken, user_code: userCode }],
    [PATHS.mcp, rpc('initialize', client)],
    ...['tools/list', 'resources/list', 'ping', 'resources/read'].map((method): [string, Json] => [
      PATHS.mcp,
      rpc(method, { uri: 'ui://x' }),
    ]),
    ...TOOL_NAMES.map((name): [string, Json] => [PATHS.mcp, rpc('tools/call', { name, arguments: given })]),
  ]
}

function formBodies(valid: Valid): [path: string, body: Json][] {
  const { claimToken: claim_token, assertion, token, attempt, userCode: code, step, csrf } = valid
  const inquiry = { name: OWN, email: `${OWN}@example.com`, message: `${OWN} writes.`, ticket: OWN, website: '' }
  const texts = { name: OWN, note: OWN, search: OWN, reference: OWN }
  const desk = { ...texts, csrf, status: 'open', decision: 'confirmed', attempt }
  return [
    [PATHS.contact, inquiry],
    [`/es${PATHS.contact}`, inquiry],
    [PATHS.claim, { attempt, code }],
    [PATHS.claim, { step, action: 'send' }],
    [PATHS.claimConfirm, { link: step, decision: 'confirmed' }],
    [PATHS.token, { grant_type: JWT_BEARER_GRANT, assertion, scope: 'firm.read' }],
    [PATHS.token, { grant_type: CLAIM_GRANT, claim_token }],
    [PATHS.revoke, { token: OWN + token }],
    [PATHS.deskSignIn, { key: OWN, to: '/desk' }],
    ...DESK_PAGES.map(({ path }): [string, Json] => [PATHS.desk + path, desk]),
  ]
}

const jsonOf = (value: unknown): string =>
  // Whatever the types say, `undefined` comes back for what JSON has no text for.
  `${JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member))}`

const formOf = (members: Json) =>
  new URLSearchParams(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? value : jsonOf(value)]),
  ).toString()

/** The member without a name is the body. */
const mailOf = ({ '': body = '', ...headers }: Json) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${jsonOf(value).slice(1, -1)}`)
  return [...lines, '', String(body)].join('\r\n')
}

const mailBody = ({ inbound }: Valid): Json => ({
  ...{ From: `${OWN}@example.com`, To: inbound, 'Message-ID': `<${OWN}@x>`, Subject: OWN },
  ...{ 'Content-Type': 'multipart/mixed; boundary=b', '': `--b\r\nContent-Type: text/html\r\n\r\n<p>${OWN}` },
})

const HEADERS = rowsOf('tests/torture/headers.txt')

/** Having none of the values is the likeliest. */
const maybe = (name: string, values: string[], token: string): Arbitrary<[string, string][]> => {
  const filled = values.map((value) =>
    value.replace('{own}', OWN).replace('{token}', token).replace('{long}', 'x'.repeat(500)),
  )
  return mostly(
    fc.constant([]),
    fc.constantFrom(...filled).map((value) => [[name, value]]),
  )
}

/** @returns where a drawn body belongs, or any address; names and rests of a pattern are filled */
const pathTo = (place: string, { reference }: Valid): Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(fc.constant(place), fc.constantFrom(...PATTERNS)),
      fc.constantFrom(reference, 'personal_injury', 'x', 'K7QM-2F9D', '..%2f..', '%e0%a4%a', '%', 'é', 'a'.repeat(400)),
      mostly(fc.constant(''), fc.constantFrom(...PATH_ENDS)),
    )
    .map(([pattern, name, end]) => pattern.replace(/:\w+|\*$/g, name) + end)

function requestWith(kind: keyof typeof TYPES, [place, members]: [string, Json], valid: Valid): Arbitrary<FuzzRequest> {
  const write = { json: jsonOf, form: formOf, mail: mailOf }[kind]
  const body = fc.oneof(fc.constant(members), bent(members), bent(members)).map(write)
  return fc.record({
    method: mostly(fc.constant('POST'), fc.constantFrom(...METHODS)),
    path: pathTo(place, valid),
    body: fc
      .tuple(body, mostly(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })), fc.integer({ min: 0, max: 49 }))
      .map(
        ([text, part, chance]) => text.slice(0, Math.round(text.length * part)) + 'x'.repeat(chance === 0 ? 70_000 : 0),
      ),
    isStaff: fc.boolean(),
    way: fc.oneof(
      fc.constantFrom('fetch' as const, 'raw' as const),
      fc.array(fc.record({ place: fc.nat(600), byte: fc.nat(255) }), { minLength: 1, maxLength: 5 }),
    ),
    headers: fc
      .tuple(
        mostly(fc.constant(TYPES[kind]), fc.constantFrom(...OTHER_TYPES)).map((type): [string, string][] =>
          type ? [['Content-Type', type]] : [],
        ),
        fc.constant(kind === 'mail' ? [['Authorization', `Bearer ${SECRET}`] as [string, string]] : []),
        ...HEADERS.map(([name = '', ...values]) => maybe(name, values, valid.token)),
      )
      .map((headers) => headers.flat()),
  })
}

/** @param seed the same one draws the same requests @param markOf the mark of a request, by its number */
export function fuzzRequests(
  valid: Valid,
  seed: number,
  count: number,
  markOf: (number: number) => string,
): FuzzRequest[] {
  const bodies = [
    ...jsonBodies(valid).map((body) => requestWith('json', body, valid)),
    ...formBodies(valid).map((body) => requestWith('form', body, valid)),
    requestWith('mail', [PATHS.inbound, mailBody(valid)], valid),
  ]
  return fc
    .sample(fc.oneof(...bodies), { seed, numRuns: count })
    .map(({ path, headers, body, isStaff, ...request }, number) => {
      const isAtDesk = isStaff && path.startsWith(PATHS.desk)
      const own = (text: string) => text.replaceAll(OWN, markOf(number))
      return {
        ...request,
        path,
        isStaff: isAtDesk,
        headers: [
          ...headers.map(([name, value]): [string, string] => [name, own(value)]),
          ...(isAtDesk ? [['Cookie', valid.cookie] as [string, string]] : []),
        ],
        body: own(body),
      }
    })
}
