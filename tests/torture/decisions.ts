/**
 * Fifty decisions on one claim at the same time, confirming and denying, by the link in the mail and on the page with the code,
 * at two servers that share a store. One wins, and every answer shows it.
 */
import { CLAIM_GRANT } from '../../src/agents/agent-schemas.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { PATHS } from '../../src/site.ts'
import { CLAIM_WORDS } from '../../src/views/claim-words.ts'
import { type Claimable, attemptOf, linkOf } from '../test-agent.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { jsonRequest } from '../test-desk.ts'
import { countKeys } from './stored.ts'
import { sized, type Torture } from './torture.ts'
import { type TorturedServer, withServer } from './tortured-server.ts'

const CONTENDERS = 50
const OUTCOMES = ['confirmed', 'denied'] as const

/** What one claim came to. */
interface Outcome {
  /** The registration. */
  id: string
  failed: number
  faults: string[]
}

export const decisions: Torture = async (scale) => {
  const rounds = sized(scale, 20, 4)
  const smtp = await startSmtp()
  const dataDir = temporaryFolder()
  const surroundings = { dataDir, env: { MAIL_URL: smtp.url } }
  try {
    return await withServer(
      (one) =>
        withServer(async (other) => {
          const outcomes: Outcome[] = []
          for (let round = 0; round < rounds; round++) outcomes.push(await contend([one, other], smtp, round))
          // All that they printed is there then.
          await Promise.all([one.kill(), other.kill()])
          const logged = one.output() + other.output()
          const won = outcomes.map(
            ({ id }) => [...logged.matchAll(new RegExp(`"event":"claim\\.(?:confirmed|denied)".*"${id}"`, 'g'))].length,
          )
          return {
            done: `${CONTENDERS} decisions at once × ${rounds}, at two servers with one store`,
            lost: won.filter((count) => count === 0).length,
            twice: won.filter((count) => count > 1).length,
            torn: rounds - countKeys(dataDir, 'claims/*/decision'),
            failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
            faults: outcomes.flatMap(({ faults }) => faults),
          }
        }, surroundings),
      surroundings,
    )
  } finally {
    await smtp.close()
    removeFolder(dataDir)
  }
}

async function contend(servers: readonly TorturedServer[], smtp: TestSmtp, round: number): Promise<Outcome> {
  const [base = ''] = servers.map((server) => server.base)
  const person = `person${round}@example.com`
  const { claim, claim_token, id } = await register(base, person)
  const code = { attempt: attemptOf(claim.verification_uri_complete), code: claim.user_code }
  const step = /name="step" value="([^"]+)"/.exec(await (await post(base, PATHS.claim, code)).text())?.[1] ?? ''
  const mailed = smtp.arrival(person)
  await post(base, PATHS.claim, { step, action: 'send' })
  const link = linkOf(partsOf(await mailed).text)
  const answers = await Promise.all(
    Array.from({ length: CONTENDERS }, async (_, contender) => {
      const server = servers[contender % servers.length] as TorturedServer
      // By turns: confirmed by the link, denied by it, and denied on the page.
      const forms = [...OUTCOMES.map((decision) => ({ link, decision })), { step, action: 'deny' }]
      const form = forms[Math.floor(contender / servers.length) % forms.length] as (typeof forms)[number]
      const response = await post(server.base, 'link' in form ? PATHS.claimConfirm : PATHS.claim, form)
      return { status: response.status, text: await response.text() }
    }),
  )
  const shown = answers.map(({ text }) => OUTCOMES.filter((outcome) => text.includes(CLAIM_WORDS.en[outcome].word)))
  const [outcome] = new Set(shown.flat())
  const poll = await post(base, PATHS.token, { grant_type: CLAIM_GRANT, claim_token })
  const faults: string[] = []
  if (new Set(shown.flat()).size !== 1) faults.push('Two answers show different outcomes.')
  if (shown.some(({ length }) => length !== 1)) faults.push('An answer shows no outcome.')
  if ((poll.status === 200) !== (outcome === 'confirmed')) faults.push(`The agent got ${poll.status} after ${outcome}.`)
  return {
    id,
    failed: answers.filter(({ status }) => status >= 500).length,
    faults,
  }
}

async function register(base: string, login_hint: string): Promise<Claimable> {
  const answer = await fetch(base + PATHS.identity, jsonRequest({ type: 'service_auth', login_hint }))
  return (await answer.json()) as Claimable
}

const post = (base: string, path: string, form: Record<string, unknown>) =>
  fetch(base + path, { method: 'POST', body: new URLSearchParams(form as Record<string, string>) })
