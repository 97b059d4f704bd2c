/**
 * Twenty thousand requests drawn by chance, to every address of the table of routes. None is answered with 5xx, and neither
 * answers nor log hold a stack, a key, a path of the machine or what someone else sent.
 */
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { API_ROOT, PATHS } from '../../src/site.ts'
import { tokenOf } from '../desk/browser.ts'
import { attemptOf, type Claim } from '../test-agent.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { dice } from './dice.ts'
import { type FuzzAnswer, sendFuzz } from './fuzz-client.ts'
import { fuzzRequest, type Valid } from './fuzz-request.ts'
import { FOREIGN, leaksIn, mark, type Watch, watchFor } from './leaks.ts'
import { readStored } from './stored.ts'
import { inFigures, type Row, type Scale, sized, type Torture } from './torture.ts'
import { type TorturedServer, withServer } from './tortured-server.ts'
import { watched } from './waits.ts'

export const fuzz: Torture = { name: 'fuzz', run }

const CONNECTIONS = 16
/** The mark of the inquiry that is there before. */
const EARLIER = mark('before')

interface Findings {
  failed: number
  faults: string[]
  /** References that were given out. */
  references: Set<string>
  /** How many answers there were of each kind. */
  answers: Map<string, number>
}

function run(scale: Scale): Promise<Row> {
  const requests = sized(scale, 20_000, 1000)
  return withServer(async (server) => {
    const key = /shown this once[^\n]*\n\s+(\S+)/.exec(server.output())?.[1] ?? ''
    const printed = server.output().length
    const valid = await prepare(server, key)
    const watch = watchFor(server.dataDir, [[key, 'the key of the owner']])
    const findings: Findings = { failed: 0, faults: [], references: new Set([valid.reference]), answers: new Map() }
    let begun = 0
    const send = async () => {
      while (begun < requests) await sendOne(begun++)
    }
    const sendOne = async (number: number) => {
      const chance = dice(scale.seed * requests + number)
      const own = mark(number)
      const request = fuzzRequest(chance, valid, own)
      const what = `request ${number} of seed ${scale.seed} (${request.method} ${request.path.slice(0, 60)})`
      try {
        const answer = await sendFuzz(server, request, chance)
        judge(answer, what, findings)
        findings.faults.push(...leaksOf(answer, request.isStaff, watch).map((leak) => `${what}: ${leak}.`))
      } catch (error) {
        findings.faults.push(`${what}: no answer (${String((error as Error).cause ?? error)}).`)
      }
    }
    const [, waits] = await watched(server, () => Promise.all(Array.from({ length: CONNECTIONS }, send)))
    await server.kill()
    const logged: Watch = { secrets: new Map([...watch.secrets, ...secretsOf(valid)]) }
    const inLog = leaksIn(server.output().slice(printed), logged).map((leak) => `The log holds ${leak}.`)
    const stored = await readStored(server.dataDir)
    const references = new Set(stored.map(({ reference }) => reference))
    const { failed, faults, answers } = findings
    return {
      done: `${inFigures(requests)} requests: ${[...answers]
        .sort()
        .map(([kind, count]) => `${inFigures(count)} × ${kind}`)
        .join(', ')}`,
      lost: [...findings.references].filter((reference) => !references.has(reference)).length,
      twice: stored.length - references.size,
      torn: stored.filter(({ request }) => !request).length,
      failed,
      faults: [...faults, ...inLog],
      waits,
    }
  })
}

/** What must not be in the log, though the requests hold it. */
const secretsOf = ({ token, assertion, claimToken, cookie, step }: Valid): [string, string][] =>
  [token, assertion, claimToken, cookie, step].map((secret) => [secret, 'a token'])

function judge({ status, text, hasUnknownMethod }: FuzzAnswer, what: string, findings: Findings): void {
  const { answers, faults, references } = findings
  const isRight = status < 500 || (status === 501 && hasUnknownMethod)
  const kind =
    status === 0 ? 'no answer' : status === 501 ? '501 to an unknown method' : `${Math.floor(status / 100)}xx`
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

/** Registers, claims, sends an inquiry and signs in. */
async function prepare({ base }: TorturedServer, key: string): Promise<Valid> {
  const ask = async (path: string, init?: RequestInit) => (await fetch(base + path, init)).text()
  const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
  const json = async (path: string, init: RequestInit) => JSON.parse(await ask(path, init)) as Record<string, string>
  const email = `${EARLIER}@example.com`
  const inquiry = { ...VALID_INQUIRY, name: EARLIER, email }
  const { reference = '' } = await json(`${API_ROOT}/inquiries`, jsonRequest(inquiry))
  const { identity_assertion: assertion = '', claim_token: claimToken = '' } = await json(
    PATHS.identity,
    jsonRequest({ type: 'anonymous' }),
  )
  const { access_token: token = '' } = await json(PATHS.token, form({ grant_type: JWT_BEARER_GRANT, assertion }))
  const started = await json(PATHS.claimStart, jsonRequest({ claim_token: claimToken, email }))
  const { user_code: userCode, verification_uri_complete } = started.claim_attempt as unknown as Claim
  const attempt = attemptOf(verification_uri_complete)
  const step = /name="step" value="([^"]+)"/.exec(await ask(PATHS.claim, form({ attempt, code: userCode })))?.[1] ?? ''
  const signedIn = await fetch(base + PATHS.deskSignIn, { ...form({ key }), redirect: 'manual' })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const csrf = tokenOf(await ask('/desk/staff', { headers: { cookie } }))
  const valid = { token, assertion, claimToken, attempt, userCode, step, cookie, csrf, reference }
  const missing = Object.entries(valid).filter(([, value]) => value === '')
  if (missing.length > 0) throw new Error(`The fuzz lacks ${missing.map(([name]) => name).join(', ')}.`)
  return valid
}
