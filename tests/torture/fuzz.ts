/** Random requests to every route get no 5xx, and no answer or log holds a stack, a key, a path of the machine or others' data. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import { replyAddress } from '../../src/inquiries/status-address.ts'
import { createKeyedHash } from '../../src/keys/hashes.ts'
import { KEYS_FILE } from '../../src/keys/key-files.ts'
import type { KeySet } from '../../src/keys/key-set.ts'
import { API_ROOT, PATHS } from '../../src/site.ts'
import { tokenOf } from '../desk/browser.ts'
import { askJson, form, registerAgent, signIn } from '../journeys/requests.ts'
import { keyIn, sendRaw } from '../journeys/server.ts'
import { attemptOf, type Claim } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { type FuzzRequest, fuzzRequests, SECRET, type Valid } from './fuzz-request.ts'
import { FOREIGN, leaksIn, mark, type Watch, watchFor } from './leaks.ts'
import { readStored } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { HEALTH, isServed, type TorturedServer, withServer } from './tortured-server.ts'

const CONNECTIONS = 16
const INBOUND = 'reply@in.firm.example'
const OPEN_DOOR = { stated: { inboundMail: INBOUND }, env: { INBOUND_SECRET: SECRET } }
/** The server hangs up on what it cannot read, so a connection must carry one request. */
const ONE_REQUEST: [string, string] = ['Connection', 'close']
/** Characters. `fetch` cannot send more, or may be cut off before it reads the answer. */
const MAX_FETCHED = 60_000
/** The inquiry that is there before has this mark. */
const EARLIER = mark('before')

interface FuzzAnswer {
  /** 0 when this side hung up before the answer, because broken bytes may lack their end. */
  status: number
  /** The headers are included. */
  text: string
  /** As much of the request as may come back. */
  sent: string
  /** 501 is the right answer to an unknown method. */
  hasUnknownMethod: boolean
}

interface Findings {
  failed: number
  faults: string[]
  references: Set<string>
  answers: Map<string, number>
}

export const fuzz: Torture = (scale) => {
  const count = sized(scale, 20_000, 700)
  return withServer(async (server) => {
    const key = keyIn(server.output())
    const printed = server.output().length
    const valid = await prepare(server, key)
    const watch = watchFor(server.dataDir, [[key, 'the key of the owner']])
    const findings: Findings = { failed: 0, faults: [], references: new Set([valid.reference]), answers: new Map() }
    const requests = fuzzRequests(valid, scale.seed, count, mark)
    // Making them took so long that the server has closed the connections of `prepare`: `fetch` must see that before it uses one again.
    await isServed(server.base + HEALTH)
    const left = [...requests.entries()]
    const send = async () => {
      for (let next = left.pop(); next; next = left.pop()) await sendOne(...next)
    }
    const sendOne = async (number: number, request: FuzzRequest) => {
      const what = `request ${number} of seed ${scale.seed} (${request.method} ${request.path.slice(0, 60)})`
      try {
        const answer = await sendFuzz(server, request)
        judge(answer, what, findings)
        findings.faults.push(...leaksOf(answer, request.isStaff, watch).map((leak) => `${what}: ${leak}.`))
      } catch (error) {
        findings.faults.push(`${what}: no answer (${String((error as Error).cause ?? error)}).`)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
    await server.kill()
    const logged: Watch = { secrets: new Map([...watch.secrets, ...secretsOf(valid)]) }
    const inLog = leaksIn(server.output().slice(printed), logged).map((leak) => `The log holds ${leak}.`)
    const stored = await readStored(server.dataDir)
    const references = new Set(stored.map(({ reference }) => reference))
    const { failed, faults, answers } = findings
    return {
      done: `${inFigures(count)} requests: ${[...answers]
        .sort()
        .map(([kind, count]) => `${inFigures(count)} × ${kind}`)
        .join(', ')}`,
      lost: [...findings.references].filter((reference) => !references.has(reference)).length,
      twice: stored.length - references.size,
      torn: stored.filter(({ request }) => !request).length,
      failed,
      faults: [...faults, ...inLog],
    }
  }, OPEN_DOOR)
}

/** The requests hold these, but the log must not. */
const secretsOf = ({ token, assertion, claimToken, cookie, step }: Valid): [string, string][] =>
  [token, assertion, claimToken, cookie, step].map((secret) => [secret, 'a token'])

function judge({ status, text, hasUnknownMethod }: FuzzAnswer, what: string, findings: Findings): void {
  const { answers, faults, references } = findings
  const isRight = status < 500 || (status === 501 && hasUnknownMethod)
  const kind =
    status === 0 ? 'cut short' : status === 501 ? '501 to an unknown method' : `${Math.floor(status / 100)}xx`
  answers.set(kind, (answers.get(kind) ?? 0) + 1)
  if (!isRight) {
    findings.failed += 1
    faults.push(`${what}: ${status}.`)
  }
  const reference = status === 202 ? /"reference":"([\w-]+)"/.exec(text)?.[1] : undefined
  if (reference) references.add(reference)
}

/** @param isStaff a member of the staff may see what others sent */
function leaksOf({ text, sent }: FuzzAnswer, isStaff: boolean, watch: Watch): string[] {
  return leaksIn(text, watch, sent).filter((leak) => !isStaff || leak !== FOREIGN)
}

/** @throws Error when a request that is proper HTTP gets no answer */
async function sendFuzz(server: TorturedServer, request: FuzzRequest): Promise<FuzzAnswer> {
  const { method, path, headers, body, way } = request
  if (way === 'fetch' && body.length < MAX_FETCHED) {
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const init = { method, headers: [...headers, ONE_REQUEST], ...(hasBody && { body }) }
    const response = await fetch(server.base + path, { ...init, redirect: 'manual' })
    const text = [...response.headers].map((header) => header.join(': ')).join('\n') + (await response.text())
    return { status: response.status, text, sent: JSON.stringify(request), hasUnknownMethod: false }
  }
  const target = path.replace(/[^\x21-\x7e]/g, encodeURIComponent)
  const lines = [ONE_REQUEST, ...headers, ['Content-Length', String(Buffer.byteLength(body))]]
  const bytes = Buffer.from(
    [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...lines.map((line) => line.join(': ')), '', body].join('\r\n'),
  )
  const changes = typeof way === 'object' ? way.map(({ place, byte }) => ({ place: place % bytes.length, byte })) : []
  for (const { place, byte } of changes) bytes[place] = byte
  // With another body it is proper HTTP still.
  const isBroken = changes.some(({ place }) => place < bytes.length - Buffer.byteLength(body))
  const text = isBroken ? await sendBroken(server, bytes) : await sendRaw(server.port, bytes)
  if (!isBroken && text === '') throw new Error('the server hung up')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  // Broken bytes may name another method, or leave the rest of a body to be read as a request.
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
