/**
 * The clock goes ahead by a month and is set right, again and again, while the server is used. What was stored before is still there, what
 * was revoked stays so, what began in that month ends, and mail that failed in it arrives.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { DAY_MS } from '../../src/duration.ts'
import { API_ROOT, PATHS } from '../../src/site.ts'
import { keyIn, removeFolder, temporaryFolder } from '../journeys/server.ts'
import { jsonRequest } from '../test-desk.ts'
import { startBadSmtp } from './bad-smtp.ts'
import { keysOf, tallyOf } from './stored.ts'
import { inFigures, settled, sized, type Torture } from './torture.ts'
import { type TorturedServer, withServer } from './tortured-server.ts'
import type { Acknowledged } from './writers.ts'

const AHEAD_MS = 31 * DAY_MS
/** Housekeeping each second, the outbox sixty times as often. */
const TIMERS_FASTER = '3600'
/** Sent before and after each jump; fewer than the limit allows. */
const INQUIRIES = 2
/** Kinds of facts that a month removes. */
const SHORT_LIVED = 'idempotency/*'

export const clock: Torture = async (scale) => {
  const jumps = sized(scale, 6, 2)
  const [smtp, folder] = [await startBadSmtp(), temporaryFolder()]
  const setAhead = (milliseconds: number) => {
    writeFileSync(join(folder, 'new'), String(milliseconds))
    renameSync(join(folder, 'new'), join(folder, 'ahead'))
  }
  setAhead(0)
  const env = {
    NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'clock-ahead.ts')}`,
    CLOCK_FILE: join(folder, 'ahead'),
    TIMERS_FASTER,
    MAIL_URL: smtp.url,
    RATE_LIMIT_FACTOR: '1',
  }
  try {
    return await withServer(
      async (server) => {
        const key = keyIn(server.output())
        const [acknowledged, faults] = [new Map<string, Acknowledged>(), new Set<string>()]
        const count = (event: string) => server.output().split(`"event":"${event}`).length - 1
        const nextRun = async (event: string) => {
          const before = count(event)
          await settled(() => count(event) > before)
        }
        const sendAll = async (name: string) => {
          for (let number = 1; number <= INQUIRIES; number++) await send(server, `${name}-${number}`, acknowledged)
        }
        let [failed, lost] = [0, 0]
        await nextRun('housekeeping.')
        for (let jump = 1; jump <= jumps; jump++) {
          smtp.fault = () => undefined
          await sendAll(`before-${jump}`)
          const revoked = await tokenOf(server)
          await fetch(server.base + PATHS.revoke, form({ token: revoked }))
          const kept = keysOf(server.dataDir, SHORT_LIVED)

          setAhead(AHEAD_MS)
          smtp.fault = () => 'reject'
          await send(server, `ahead-${jump}`, acknowledged)
          const token = await tokenOf(server)
          const signedIn = await fetch(server.base + PATHS.deskSignIn, { ...form({ key }), redirect: 'manual' })
          const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
          while ((await isHeldBack(server, key)) === false);
          await nextRun('housekeeping.')
          await settled(() => (smtp.done.get('reject') ?? 0) >= jump)

          setAhead(0)
          smtp.fault = () => undefined
          if (await isHeldBack(server, key)) faults.add('A caller was refused for what it sent in another month.')
          for (const [what, text] of [
            ['revoked', revoked],
            ['issued in the future', token],
          ] as const)
            if ((await ask(server, `${API_ROOT}/agent`, { Authorization: `Bearer ${text}` })) !== 401)
              faults.add(`A token that was ${what} is valid.`)
          if ((await ask(server, PATHS.desk, { Cookie: cookie })) !== 303)
            faults.add('A session of another month is open.')
          const now = new Set(keysOf(server.dataDir, SHORT_LIVED))
          lost += kept.filter((one) => !now.has(one)).length
          await sendAll(`after-${jump}`)
        }
        // The outbox says when it is looked through and not empty.
        const runs = count('outbox.run')
        const unsent = () =>
          [...acknowledged.values()].filter(
            ({ reference }) => !smtp.deliveries.some(({ id }) => id.endsWith(`notice-${reference}`)),
          )
        await settled(() => unsent().length === 0 || count('outbox.run') > runs + 20)
        failed += count('request.failed')
        await server.kill()
        const stored = await tallyOf(server.dataDir, acknowledged)
        return {
          done: `${jumps} × a month ahead and back: ${inFigures(acknowledged.size)} inquiries, ${inFigures(smtp.deliveries.length)} mails, ${inFigures(count('housekeeping.held'))} runs of housekeeping that removed nothing`,
          lost: stored.lost + lost + unsent().length,
          twice: stored.twice + smtp.deliveries.length - new Set(smtp.deliveries.map(({ id }) => id)).size,
          torn: stored.torn,
          failed,
          faults: [...faults],
        }
      },
      { env },
    )
  } finally {
    await smtp.close()
    removeFolder(folder)
  }
}

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

const ask = async ({ base }: TorturedServer, path: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(base + path, { headers, redirect: 'manual' })).status

/** Sends an inquiry with a key, and keeps what was acknowledged. */
async function send({ base }: TorturedServer, name: string, acknowledged: Map<string, Acknowledged>): Promise<void> {
  const inquiry = { name, email: `${name}@example.com`, message: `The message of ${name}.` }
  const response = await fetch(`${base}${API_ROOT}/inquiries`, jsonRequest(inquiry, { 'Idempotency-Key': name }))
  const { reference } = (await response.json()) as { reference?: string }
  if (reference) acknowledged.set(name, { inquiry, reference })
}

/** An access token of a new agent. */
async function tokenOf({ base }: TorturedServer): Promise<string> {
  const json = async (path: string, init: RequestInit) =>
    (await (await fetch(base + path, init)).json()) as Record<string, string>
  const { identity_assertion: assertion = '' } = await json(PATHS.identity, jsonRequest({ type: 'anonymous' }))
  const { access_token: token = '' } = await json(PATHS.token, form({ grant_type: JWT_BEARER_GRANT, assertion }))
  return token
}

/** Whether a wrong key is refused because of the limit of signing in. */
async function isHeldBack({ base }: TorturedServer, key: string): Promise<boolean> {
  const wrong = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  return (await fetch(base + PATHS.deskSignIn, { ...form({ key: wrong }), redirect: 'manual' })).status === 429
}
