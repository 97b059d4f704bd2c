/** Random requests to every route get no 5xx, and no answer or log holds a stack, a key, a path of the machine or others' data. */
import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import { parse } from 'yaml'
import { TOOL_NAMES } from '../mcp/tool-calls.ts'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { PATHS, API_ROOT } from '../../src/site.ts'
import { rowsOf } from '../table.ts'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { replyAddress } from '../../src/inquiries/status-address.ts'
import { createKeyedHash } from '../../src/keys/hashes.ts'
import { KEYS_FILE } from '../../src/keys/key-files.ts'
import type { KeySet } from '../../src/keys/key-set.ts'
import { tokenOf } from '../desk/browser.ts'
import { askJson, form, registerAgent, signIn } from '../journeys/requests.ts'
import { keyIn, sendRaw } from '../journeys/server.ts'
import { attemptOf, type Claim } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { FOREIGN, leaksIn, mark, watchFor } from './leaks.ts'
import { readStored } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { HEALTH, isServed, type TorturedServer, withServer } from './tortured-server.ts'

/** With these values requests get past the first check; an e-mail arrives at `inbound`. */
type Valid = Record<
  'token' | 'assertion' | 'claimToken' | 'attempt' | 'userCode' | 'step' | 'cookie' | 'csrf' | 'reference' | 'inbound',
  string
>

interface FuzzRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: string
  /** A member of the staff may see what others sent. */
  isStaff: boolean
  /** Bytes that are changed on the way. */
  changes: { place: number; byte: number }[]
}

type Json = Record<string, unknown>

/** Stands for the mark of the request. */
const OWN = 'OWN_MARK'
/** Of the door for e-mails. */
const SECRET = 'x'.repeat(32)
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
  const fill = (text: string) => text.replace('{own}', OWN).replace('{token}', token).replace('{long}', 'x'.repeat(500))
  const filled = fc.constantFrom(...values.map(fill))
  return mostly(
    fc.constant([]),
    filled.map((value) => [[name, value]]),
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
    changes: fc.oneof(
      fc.constant<FuzzRequest['changes']>([]),
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

/** @param seed the same one draws the same requests */
function fuzzRequests(valid: Valid, seed: number, count: number): FuzzRequest[] {
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
      const own = (text: string) => text.replaceAll(OWN, mark(number))
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

const CONNECTIONS = 16
const INBOUND = 'reply@in.firm.example'
const OPEN_DOOR = { stated: { inboundMail: INBOUND }, env: { INBOUND_SECRET: SECRET } }
/** The inquiry that is there before has this mark. */
const EARLIER = mark('before')

export const fuzz: Torture = (scale) => {
  const count = sized(scale, 20_000, 700)
  return withServer(async (server) => {
    const key = keyIn(server.output())
    const printed = server.output().length
    const valid = await prepare(server, key)
    const watch = watchFor(server.dataDir, [[key, 'the key of the owner']])
    const faults: string[] = []
    const acknowledged = new Set([valid.reference])
    /** How many there are of each kind. */
    const answers = new Map<string, number>()
    let failed = 0
    const requests = fuzzRequests(valid, scale.seed, count)
    const left = [...requests.entries()]
    const send = async () => {
      for (let next = left.pop(); next; next = left.pop()) await sendOne(...next)
    }
    const sendOne = async (number: number, request: FuzzRequest) => {
      const what = `request ${number} of seed ${scale.seed} (${request.method} ${request.path.slice(0, 60)})`
      try {
        const { status, text, sent, hasUnknownMethod } = await sendFuzz(server, request)
        const hundred = status === 501 ? '501 to an unknown method' : `${Math.floor(status / 100)}xx`
        const kind = status === 0 ? 'cut short' : hundred
        answers.set(kind, (answers.get(kind) ?? 0) + 1)
        if (status >= 500 && !(status === 501 && hasUnknownMethod)) {
          failed += 1
          faults.push(`${what}: ${status}.`)
        }
        const reference = status === 202 ? /"reference":"([\w-]+)"/.exec(text)?.[1] : undefined
        if (reference) acknowledged.add(reference)
        // A member of the staff may see what others sent.
        const leaks = leaksIn(text, watch, sent).filter((leak) => !request.isStaff || leak !== FOREIGN)
        faults.push(...leaks.map((leak) => `${what}: ${leak}.`))
      } catch (error) {
        faults.push(`${what}: no answer (${String((error as Error).cause ?? error)}).`)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
    await server.kill()
    // The requests hold these, but the log must not.
    const { token, assertion, claimToken, cookie, step } = valid
    const tokens = [token, assertion, claimToken, cookie, step].map((secret) => [secret, 'a token'] as const)
    const inLog = leaksIn(server.output().slice(printed), new Map([...watch, ...tokens]))
    const stored = await readStored(server.dataDir)
    const references = new Set(stored.map(({ reference }) => reference))
    const counts = [...answers].sort().map(([kind, count]) => `${inFigures(count)} × ${kind}`)
    return {
      done: `${inFigures(count)} requests: ${counts.join(', ')}`,
      lost: acknowledged.difference(references).size,
      twice: stored.length - references.size,
      torn: stored.filter(({ request }) => !request).length,
      failed,
      faults: [...faults, ...inLog.map((leak) => `The log holds ${leak}.`)],
    }
  }, OPEN_DOOR)
}

/** @returns the answer with its headers, and as much of the request as may come back @throws Error when proper HTTP gets no answer */
async function sendFuzz(server: TorturedServer, request: FuzzRequest) {
  const { method, path, headers, body } = request
  const target = path.replace(/[^\x21-\x7e]/g, encodeURIComponent)
  // The server hangs up on what it cannot read, so a connection carries one request.
  const lines = [['Connection', 'close'], ...headers, ['Content-Length', String(Buffer.byteLength(body))]]
  const bytes = Buffer.from(
    [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...lines.map((line) => line.join(': ')), '', body].join('\r\n'),
  )
  const changes = request.changes.map(({ place, byte }) => ({ place: place % bytes.length, byte }))
  for (const { place, byte } of changes) bytes[place] = byte
  // With another body it is proper HTTP still.
  const isBroken = changes.some(({ place }) => place < bytes.length - Buffer.byteLength(body))
  const text = isBroken ? await sendBroken(server, bytes) : await sendRaw(server.port, bytes)
  if (!isBroken && text === '') throw new Error('the server hung up')
  // It is 0 when this side hung up before the answer, because broken bytes may lack their end.
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  // 501 is right for an unknown method. Broken bytes may name one, or leave the rest of a body to be read as a request.
  return { status, text, sent: bytes.toString(), hasUnknownMethod: isBroken }
}

/** The sending side closes once this or another request is answered, because the server may wait for more. */
function sendBroken({ port, base }: TorturedServer, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => void isServed(base + HEALTH).finally(() => socket.end()))
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

async function prepare({ base, dataDir }: TorturedServer, key: string): Promise<Valid> {
  const email = `${EARLIER}@example.com`
  const inquiry = jsonRequest({ ...VALID_INQUIRY, name: EARLIER, email })
  const { reference, receivedAt } = await askJson<InquiryId>(`${base}${API_ROOT}/inquiries`, inquiry)
  const { pepper } = JSON.parse(readFileSync(join(dataDir, KEYS_FILE), 'utf8')) as KeySet
  const inbound = await replyAddress({ keyedHash: createKeyedHash(pepper) }, INBOUND, { reference, receivedAt })
  const { identity_assertion: assertion, claim_token: claimToken, access_token: token } = await registerAgent(base)
  const start = jsonRequest({ claim_token: claimToken, email })
  const { claim_attempt: claim } = await askJson<{ claim_attempt: Claim }>(base + PATHS.claimStart, start)
  const [attempt, userCode] = [attemptOf(claim), claim.user_code]
  const checked = await (await fetch(base + PATHS.claim, form({ attempt, code: userCode }))).text()
  const step = /name="step" value="([^"]+)"/.exec(checked)?.[1] ?? ''
  const { cookie } = await signIn(base, key)
  const csrf = tokenOf(await (await fetch(`${base}/desk/staff`, { headers: { cookie } })).text())
  const valid = { token, assertion, claimToken, attempt, userCode, step, cookie, csrf, reference, inbound }
  const missing = Object.entries(valid).filter(([, value]) => value === '')
  if (missing.length > 0) throw new Error(`The fuzz lacks ${missing.map(([name]) => name).join(', ')}.`)
  return valid
}
