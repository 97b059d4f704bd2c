/** `npm run claims`: the staff confirm or deny claims that people make by telephone or e-mail. */
import type { AgentPorts } from '../agents/agent-ports.ts'
import {
  findClaimsByEmail,
  type ClaimList,
  type ClaimView,
  findClaim,
  listAllClaims,
  listWaitingClaims,
} from '../agents/claims/claim-list.ts'
import * as claimText from '../agents/claims/claim-text.ts'
import { decide } from '../agents/claims/confirmation.ts'
import { readBackCode } from '../agents/claims/delivery.ts'
import { linkedNotice } from '../agents/claims/linked-notice.ts'
import { CONSEQUENCES, countTraces, findTraces, NOT_FORGOTTEN, tracesInWords } from '../agents/claims/forget.ts'
import { issuerKeys } from '../agents/identity/issuer-keys.ts'
import { type Decision, revokeRegistration } from '../agents/registration.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'
import { postMessage } from '../mail/outbox.ts'
import { printable } from '../inquiries/printable.ts'
import { systemClock } from '../hosts/clock.ts'
import { logOf } from '../hosts/log.ts'
import { loadKeys } from '../keys/key-files.ts'
import { keyring } from '../keys/keyring.ts'
import { mailboxOf } from '../email-address.ts'
import { forgetWithMail } from '../service/erasure.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { officeTimeWithZone } from '../dates.ts'
import { printTable, runCommandLine, usageError } from './cli.ts'
import { dataDirOf, STORE_HELP, STORE_OPTIONS, withStore } from './store.ts'

const COMMAND = 'claims'
const listed = (areEnough: boolean): string =>
  claimText
    .verificationMethods(areEnough)
    .map(([, text]) => `  - ${text}`)
    .join('\n')
const HOW_TO_VERIFY = `${claimText.CALLER_UNKNOWN} ${claimText.WHEN_IN_DOUBT}
${claimText.AT_LEAST_ONE}
${listed(true)}
${claimText.NOT_ENOUGH}
${listed(false)}`

const HELP = `Agents that ask to act for a person.

  npm run claims                                  open claims, as a table
  npm run claims -- list --all                    all
  npm run claims -- show CODE                     one in full; CODE is what the person quotes, like BCDF-GHJK,
                                                  their e-mail address, or a registration like
                                                  reg_7Q2mVtX0c3WkQmYh1uJd8A
  npm run claims -- confirm CODE --how "TEXT"     confirms; TEXT says how you verified the person
  npm run claims -- deny CODE --how "TEXT"        denies
  npm run claims -- revoke CODE                   ends the registration: all its tokens become invalid
  npm run claims -- forget ADDRESS                counts what is kept about an e-mail address besides inquiries;
                                                  with --yes it is removed, and its agents lose their access

${HOW_TO_VERIFY}

${STORE_HELP}
                    Either also needs FRONT_DESK_KEYS; with MAIL_URL an e-mail tells the person that an agent was linked
  --help            this text
`

const OPTIONS = {
  all: { type: 'boolean', default: false },
  how: { type: 'string' },
  yes: { type: 'boolean', default: false },
  ...STORE_OPTIONS,
} as const
const WORDS = { list: 0, show: 1, confirm: 1, deny: 1, revoke: 1, forget: 1 }
/** Minimum length of the text that says how a person was verified, characters. */
const MIN_HOW_LENGTH = 10

await runCommandLine({ name: COMMAND, help: HELP, options: OPTIONS, words: WORDS }, async (command, values, code) => {
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
      issuerKeys: issuerKeys(),
      // To standard error, so that it does not mix with the output.
      log: logOf(console.error),
    }
    if (command === 'list')
      return list(
        values.all ? { claims: await listAllClaims(ports), more: 0 } : await listWaitingClaims(ports),
        values.all,
      )
    if (command === 'forget') return forgetAddress(ports, code ?? '', values.yes)
    if (!code) throw usageError(COMMAND, `${command} takes a code like BCDF-GHJK`)
    const claim = code.includes('@') ? await findClaimByEmail(ports, code) : await findClaim(ports, code)
    if (!claim) throw new SettingsError(claimText.NO_CLAIM_WITH_CODE)
    if (command === 'show') return show(claim)
    if (command === 'revoke') {
      await recordAudit(ports, BY_COMMAND, 'registration.revoked', claim.registration)
      await revokeRegistration(ports, claim.registration, 'staff')
      return void console.log('The registration is revoked. All its tokens are invalid now.')
    }
    if ((values.how ?? '').trim().length < MIN_HOW_LENGTH)
      throw usageError(
        COMMAND,
        `${command} takes --how "…": how you verified the person, for example "called back at the number in the file"`,
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
  if (!claim) throw new SettingsError(claimText.NO_CLAIM_WITH_EMAIL)
  if (claims.length === 1) return claim
  throw new SettingsError(
    `There are several claims for this address. Give one of these registrations instead: ${claims.map(({ registration, state }) => `${registration} (${state})`).join(', ')}`,
  )
}

/** @param verdict the decision, how the person was verified, and whether mail can be sent to them */
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
  if (!decision) throw new SettingsError(claimText.CLAIM_OVER)
  if (decision.outcome !== outcome) throw new SettingsError(claimText.alreadyDecided(decision, officeTimeWithZone))
  if (outcome === 'denied')
    return void console.log('Denied. The agent cannot start another claim with this registration.')
  const notice = canMail ? await linkedNotice(ports, claim.registration, decision) : undefined
  // The service sends it.
  if (notice) await postMessage(ports, { at: decision.at, about: { claim: claim.registration }, message: notice })
  console.log(
    notice
      ? 'The person gets an e-mail, which also says how to end this.'
      : 'No e-mail is sent to the person, because MAIL_URL is not set here. Tell them that they can end this by calling you.',
  )
  console.log(`Confirmed. ${claimText.READ_BACK} ${await readBackCode(ports, claim.registration, claim.attempt)}.`)
}

function list({ claims, more }: Pick<ClaimList, 'claims' | 'more'>, all: boolean): void {
  if (claims.length === 0) return console.log(all ? 'There are no claims yet.' : claimText.NO_OPEN_CLAIMS)
  printTable(
    ['Registration', 'Asked', 'Until', 'E-mail', 'State'],
    claims.map(({ registration, startedAt, expiresAt, email, state }) => [
      registration,
      officeTimeWithZone(startedAt),
      officeTimeWithZone(expiresAt),
      printable(email),
      state,
    ]),
  )
  if (more > 0) console.log(`${more} older ones are not shown: \`list --all\` shows all.`)
}

function show(claim: ClaimView): void {
  const { decision } = claim
  const rows = {
    Registration: claim.registration,
    'Who asks': claimText.whoAsks(claim),
    For: `${printable(claim.email)}   (${claimText.addressProof(claim)})`,
    Asked: officeTimeWithZone(claim.startedAt),
    Until: officeTimeWithZone(claim.expiresAt),
    'It may': claimText.PERMISSIONS[claim.state],
    State: claimText.CLAIM_STATES[claim.state],
    ...(decision && {
      Decided: `${decision.outcome} by ${claimText.DECIDED_BY[decision.by]} on ${officeTimeWithZone(decision.at)}${decision.how ? `: ${printable(decision.how)}` : ''}`,
    }),
  }
  for (const [label, value] of Object.entries(rows)) console.log(`${label.padEnd(13)} ${value}`)
  if (claim.state === 'waiting') console.log(`\n${HOW_TO_VERIFY}`)
}

/** Prints how much is kept of an address, and removes it when that is confirmed. */
async function forgetAddress(ports: AgentPorts, text: string, isConfirmed: boolean): Promise<void> {
  const email = mailboxOf(text.trim())
  if (email === undefined) throw new SettingsError('forget takes an e-mail address like ana@example.com')
  const traces = await findTraces(ports, email)
  const counts = countTraces(traces)
  console.log(['Kept about this address:', ...tracesInWords(counts).map((line) => `  - ${line}`)].join('\n'))
  if (counts.remembered + counts.requests === 0) return console.log('There is nothing to forget.')
  if (!isConfirmed) return console.log(`${CONSEQUENCES}\nNothing was removed. To remove it, add --yes.`)
  await forgetWithMail(ports, traces)
  console.log(`Removed. ${NOT_FORGOTTEN}`)
}
