/** Requests drawn by chance: an address of the table of routes, with what is sent there, bent in one or several places. */
import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import { parse } from 'yaml'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { PATHS } from '../../src/site.ts'
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

type Body = [path: string, members: Json]

/** @returns what is sent as JSON and as forms */
function bodiesOf(valid: Valid): Record<'json' | 'form', Body[]> {
  const values: Partial<Record<string, string>> = { ...valid, own: OWN }
  const text = readFileSync('tests/torture/bodies.yaml', 'utf8')
  const filled = text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
  const { json, form, tool, desk } = parse(filled) as { json: Body[]; form: Body[]; tool: Json; desk: Json }
  const calls = TOOL_NAMES.map((name): Body => {
    return [PATHS.mcp, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: tool } }]
  })
  return {
    json: [...json, ...calls],
    form: [...form, ...DESK_PAGES.map(({ path }): Body => [PATHS.desk + path, desk])],
  }
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

function requestWith(kind: keyof typeof TYPES, [place, members]: Body, valid: Valid): Arbitrary<FuzzRequest> {
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
  const { json, form } = bodiesOf(valid)
  const bodies = [
    ...json.map((body) => requestWith('json', body, valid)),
    ...form.map((body) => requestWith('form', body, valid)),
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
