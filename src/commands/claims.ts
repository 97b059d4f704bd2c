/**
 * `npm run claims`: the staff vouch for whom they have spoken to. For claims that people make by telephone or e-mail.
 */
import Table from 'cli-table3'
import type { AgentPorts } from '../agents/agent-ports.ts'
import {
  findClaimsByEmail,
  type ClaimList,
  type ClaimView,
  findClaim,
  listAllClaims,
  listWaitingClaims,
} from '../agents/claims/claim-list.ts'
import { decide } from '../agents/claims/confirmation.ts'
import { readBackCode } from '../agents/claims/delivery.ts'
import type { Decision } from '../agents/decision.ts'
import { issuerKeys } from '../agents/identity/issuer-keys.ts'
import { openEmail } from '../agents/person.ts'
import { revokeRegistration } from '../agents/registration.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'
import { storeAgentLinked } from '../mail/claim-mail.ts'
import { printable } from '../inquiries/printable.ts'
import { systemClock } from '../hosts/clock.ts'
import { loadKeys } from '../keys/key-files.ts'
import { keyring } from '../keys/keyring.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { officeTime } from '../dates.ts'
import { runCommand, readCommandLine, usageError } from './cli.ts'
import { dataDirOf, STORE_HELP, STORE_OPTIONS, withStore } from './store.ts'

const COMMAND = 'claims'
const HELP = `Agents that ask to act for somebody.

  npm run claims                                  those that wait, as a table
  npm run claims -- list --all                    all
  npm run claims -- show CODE                     one in full; CODE is what the person quotes, like BCDF-GHJK,
                                                  their e-mail address, or a registration like
                                                  reg_7Q2mVtX0c3WkQmYh1uJd8A
  npm run claims -- confirm CODE --how "TEXT"     the person is who they say; TEXT tells how that was made sure of
  npm run claims -- deny CODE --how "TEXT"        it is not
  npm run claims -- revoke CODE                   ends the registration: all that the agent was given is dead

Confirm only after you called the person back at a number you knew before, they answered from the e-mail address
that is shown and that you had on file, or they were there and showed an identity document. Whoever calls and
quotes a code may be somebody else. When in doubt, do nothing: the request ends by itself.

${STORE_HELP}
                    Either also needs FRONT_DESK_KEYS; with MAIL_URL the person gets a mail that an agent was linked
  --help            this text
`

const OPTIONS = {
  all: { type: 'boolean', default: false },
  how: { type: 'string' },
  ...STORE_OPTIONS,
  help: { type: 'boolean', default: false },
} as const
/** Shortest text that tells how a person was verified. */
const MIN_HOW_LENGTH = 10

await runCommand(async () => {
  const { values, positionals } = readCommandLine(COMMAND, OPTIONS)
  if (values.help) return void console.log(HELP)
  const [command = 'list', code] = positionals
  await withStore(values, async (store) => {
    const settings = readSettings({ ...process.env, DATA_DIR: dataDirOf(process.env) })
    const { mailUrl, production } = settings
    // Nothing is signed here, so the address of the site is not needed.
    const ports: AgentPorts = {
      store,
      clock: systemClock,
      ...keyring(loadKeys(settings)),
      base: '',
      revokeBefore: 0,
      trustedIssuers: [],
      issuerKeys: issuerKeys(systemClock),
      log: audit,
    }
    if (command === 'list')
      return list(
        values.all ? { claims: await listAllClaims(ports), more: 0 } : await listWaitingClaims(ports),
        values.all,
      )
    if (!['show', 'confirm', 'deny', 'revoke'].includes(command))
      throw usageError(COMMAND, `there is no command "${command}"`)
    if (!code) throw usageError(COMMAND, `${command} takes a code like BCDF-GHJK`)
    const claim = code.includes('@') ? await findClaimByEmail(ports, code) : await findClaim(ports, code)
    if (!claim) throw new SettingsError('There is no claim with this code. Let the person read it out once more.')
    if (command === 'show') return show(claim)
    if (command === 'revoke') {
      await recordAudit(ports, BY_COMMAND, 'registration.revoked', claim.registration)
      await revokeRegistration(ports, claim.registration, 'staff')
      return void console.log('The registration has ended. All that the agent was given is dead.')
    }
    if ((values.how ?? '').trim().length < MIN_HOW_LENGTH)
      throw usageError(
        COMMAND,
        `${command} takes --how "…": how you made sure of it, for example "called back at the number in the file"`,
      )
    await decideClaim(ports, claim, {
      outcome: command === 'confirm' ? 'confirmed' : 'denied',
      how: values.how ?? '',
      canMail: mailUrl !== undefined || !(values.netlify || values.deploy || production),
    })
  })
})

/** @throws SettingsError when there is not exactly one */
async function findClaimByEmail(ports: AgentPorts, email: string): Promise<ClaimView> {
  const claims = await findClaimsByEmail(ports, email)
  const [claim] = claims
  if (!claim)
    throw new SettingsError(
      'No claim that names this e-mail address waits or is confirmed. Claims are kept for 45 days.',
    )
  if (claims.length === 1) return claim
  throw new SettingsError(
    `Several claims name this address. Name one of them: ${claims.map(({ registration, state }) => `${registration} (${state})`).join(', ')}`,
  )
}

/** The audit trail of what the staff did, apart from what they read: on standard error. */
function audit(event: string, fields: Record<string, string | number | boolean> = {}): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...fields }))
}

/** @param verdict what is decided, how the staff made sure of it, and whether the person can be told by mail */
async function decideClaim(
  ports: AgentPorts,
  claim: ClaimView,
  { outcome, how, canMail }: { outcome: Decision['outcome']; how: string; canMail: boolean },
): Promise<void> {
  await recordAudit(ports, BY_COMMAND, `claim.${outcome}`, claim.registration)
  const decision =
    claim.state === 'over'
      ? undefined
      : await decide(ports, { sub: claim.registration, attempt: claim.attempt }, { outcome, by: 'staff', how })
  if (!decision)
    throw new SettingsError(
      'This claim is over: its time ran out, the code was replaced, or it was entered wrongly too often. The agent must ask anew.',
    )
  if (decision.outcome !== outcome)
    throw new SettingsError(
      `This claim was ${decision.outcome} already, on ${officeTime(decision.at)}. Nothing was changed.`,
    )
  if (outcome === 'denied') return void console.log('Denied. The agent cannot ask again with this registration.')
  console.log(await notifyPerson(ports, claim.registration, decision, canMail))
  console.log(
    `Confirmed. If the agent asks the person for a code, it is ${await readBackCode(ports, claim.registration, claim.attempt)}.`,
  )
}

/** The person hears of it by mail, where there is mail: the service finds the message in its store. */
async function notifyPerson(
  ports: AgentPorts,
  registration: string,
  decision: Decision,
  canMail: boolean,
): Promise<string> {
  const email = await openEmail(ports, decision)
  if (!email || !canMail)
    return 'No mail goes to the person, because MAIL_URL is not set here. Tell them that they can end it by calling you.'
  await storeAgentLinked(ports, { email, registration, at: decision.at, byStaff: decision.by === 'staff' })
  return 'The person is told by mail, and how to end it.'
}

function list({ claims, more }: ClaimList, all: boolean): void {
  if (claims.length === 0) return console.log(all ? 'Nobody has asked yet.' : 'Nobody waits.')
  const table = new Table({
    head: ['Registration', 'Asked', 'Until', 'E-mail', 'State'],
    style: { head: [], border: [] },
  })
  table.push(
    ...claims.map(({ registration, startedAt, expiresAt, email, state }) => [
      registration,
      officeTime(startedAt),
      officeTime(expiresAt),
      printable(email),
      state,
    ]),
  )
  console.log(table.toString())
  if (more > 0) console.log(`${more} older ones are not shown: \`list --all\` shows all.`)
}

function show(claim: ClaimView): void {
  const { decision } = claim
  const rows = {
    Registration: claim.registration,
    'Asked by': `an AI agent, by ${claim.type === 'service_auth' ? 'naming this address' : claim.type}; it is known by nothing else`,
    'E-mail': `${printable(claim.email)}   (given by the agent; nobody has shown that it is theirs)`,
    Asked: officeTime(claim.startedAt),
    Until: officeTime(claim.expiresAt),
    'It may': 'send inquiries that count as from this person. It can read nothing back',
    State: claim.state,
    ...(decision && {
      Decided: `${decision.outcome} by ${decision.by} on ${officeTime(decision.at)}${decision.how ? `: ${printable(decision.how)}` : ''}`,
    }),
  }
  for (const [label, value] of Object.entries(rows)) console.log(`${label.padEnd(13)} ${value}`)
  if (claim.state === 'waiting')
    console.log('\nConfirm only after calling back at a number you knew before, or after an answer from that address.')
}
