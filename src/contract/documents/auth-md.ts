/** Fills in `content/words/auth.md`, which is published at `/auth.md`. A test runs every command of that guide. */
import text from '../../../content/words/auth.md?raw'
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, ID_JAG_TYPE, JWT_BEARER_GRANT } from '../../agents/agent-schemas.ts'
import { POLL_INTERVAL_SECONDS } from '../../agents/claims/poll-interval.ts'
import { CLAIM_WINDOW_MS } from '../../agents/claims/claim-record.ts'
import { readTrustedIssuers } from '../../agents/identity/trusted-issuer.ts'
import { ASSERTION_SECONDS } from '../../agents/tokens/assertion.ts'
import { ALL_SCOPES } from '../../agents/scope.ts'
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../../duration.ts'
import type { Firm } from '../../firm/firm.ts'
import { noticesOf, officeOf } from '../../firm/notices.ts'
import { fillParts, partValues } from '../../firm/placeholders.ts'
import type { Topics } from '../../firm/topics.ts'
import { AGENT_WORDS, fill } from '../../words.ts'
import { RECEIPT_PROVES } from '../../inquiries/inquiry.ts'
import { API_ROOT, isLoopback, PATHS } from '../../site.ts'
import { agentExamples, type Example, receiptExample } from '../examples.ts'

/** Members of responses, nested or with short names, that repeat the values of others. */
const REPEATED_MEMBERS = ['id', 'type', 'identity', 'scopes', 'claim', 'attempt']

/** @returns a response without repeated members, in which `…` replaces tokens, registration ids, times of day and the base address */
function sample({ response }: Example, base: string): string {
  const flat = Object.entries(response ?? {}).filter(([name]) => !REPEATED_MEMBERS.includes(name))
  const short = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^eyJ.*|(?<=^reg_|\?attempt=|\/status\/|^20[\d-]+T).*/, '…').replace(base, '…')
      : value
  return JSON.stringify(Object.fromEntries(flat), short)
}

const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

interface AuthMdFacts {
  base: string
  firm: Firm
  topics: Topics
  /** The setting TRUSTED_ISSUERS. */
  trustList?: string | undefined
}

export function authMd({ base, firm, topics, trustList }: AuthMdFacts): string {
  const [automated = '', ...warnings] = noticesOf('authGuide', firm.notices)
  const examples = { ...agentExamples(base), createInquiry: { response: receiptExample('…', base, firm) } }
  const samples = Object.entries(examples).map(([name, example]) => [name, sample(example, base)] as const)
  const providers = readTrustedIssuers(trustList, base, !isLoopback(base)).map(({ displayName }) => displayName)
  const values = {
    ...PATHS,
    ...Object.fromEntries(samples),
    base,
    api: API_ROOT,
    office: officeOf(firm),
    automated,
    warnings: warnings.join('\n'),
    telephone: firm.telephone,
    email: firm.email,
    topics: inCode(topics),
    repeated: inCode(REPEATED_MEMBERS),
    scopes: inCode(ALL_SCOPES),
    scope: ALL_SCOPES.join(' '),
    providers: providers.join(', '),
    unclaimedHours: `${ASSERTION_SECONDS.unclaimed / HOUR_SECONDS}`,
    claimedDays: `${ASSERTION_SECONDS.claimed / DAY_SECONDS}`,
    claimHours: `${CLAIM_WINDOW_MS / HOUR_MS}`,
    pollSeconds: `${POLL_INTERVAL_SECONDS}`,
    claimGrant: CLAIM_GRANT,
    claimGrantAlias: CLAIM_GRANT_ALIAS,
    jwtBearerGrant: JWT_BEARER_GRANT,
    idJagType: ID_JAG_TYPE,
    namesFirst: AGENT_WORDS.namesFirst,
    receiptProves: RECEIPT_PROVES,
  }
  const parts = { ...partValues(firm), '#providers': values.providers, '#noProviders': values.providers ? '' : 'none' }
  // Each line is filled alone, because the error for a word without a value quotes the text.
  const lines = fillParts(text, parts).split('\n')
  return lines.map((line) => fill(line, values)).join('\n')
}
