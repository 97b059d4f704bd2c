/** A test runs every command in `/auth.md`. */
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, ID_JAG_TYPE, JWT_BEARER_GRANT } from '../../agents/agent-schemas.ts'
import { POLL_INTERVAL_SECONDS } from '../../agents/claims/poll-interval.ts'
import { CLAIM_WINDOW_MS } from '../../agents/claims/claim-record.ts'
import { readTrustedIssuers } from '../../agents/identity/trusted-issuer.ts'
import { ASSERTION_SECONDS } from '../../agents/tokens/assertion.ts'
import { ALL_SCOPES } from '../../agents/scope.ts'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS } from '../../duration.ts'
import type { Firm } from '../../firm/firm.ts'
import { noticesOf, officeOf } from '../../firm/notices.ts'
import type { Topics } from '../../firm/topics.ts'
import { AGENT_WORDS } from '../../words.ts'
import { RECEIPT_PROVES } from '../../inquiries/inquiry.ts'
import { isOffered } from '../../offers.ts'
import { API_ROOT, isLoopback, PATHS } from '../../site.ts'
import { agentExamples, receiptExample } from '../examples.ts'

/** Members of the nested dialect, which repeat the flat members. */
const TWINS = ['id', 'type', 'identity', 'scopes', 'claim', 'attempt']

/** Answers in the flat dialect, and cuts off long values that only programs read. */
function json(answer: object, base: string): string {
  const flat = Object.entries(answer).filter(([name]) => !TWINS.includes(name))
  const short = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^eyJ.*|(?<=^reg_|\?attempt=|\/status\/|^20[\d-]+T).*/, '…').replace(base, '…')
      : value
  return `\`\`\`json\n${JSON.stringify(Object.fromEntries(flat), short)}\n\`\`\``
}

const sh = (...lines: string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``
const inHours = (seconds: number) => `${seconds / HOUR_SECONDS} hours`

interface AuthMdFacts {
  base: string
  firm: Firm
  topics: Topics
  /** The setting TRUSTED_ISSUERS. */
  trustList?: string | undefined
}

export function authMd({ base, firm, topics, trustList }: AuthMdFacts): string {
  const { telephone, email } = firm
  const [automated, ...warnings] = noticesOf('authGuide', firm.notices)
  const answers = agentExamples(base)
  const takesInquiries = isOffered(firm, 'apiInquiries')
  const post = (path: string, body: string) => `post ${path} ${body}`
  const take = (member: string) => `${member.toUpperCase()}=$(member ${member})`
  return `# auth.md: how agents authenticate with ${officeOf(firm)}

${automated}

${warnings.join('\n')}

Facts${isOffered(firm, 'programInquiries') ? ' and inquiries' : ''} need no token. Register only if the firm should know which agent is writing, or that a person vouches
for it. The commands run in \`bash\`, from top to bottom.

## Discover

${[PATHS.protectedResource, PATHS.authorizationServer, PATHS.jwks, PATHS.openapi].map((path) => `- ${base}${path}`).join('\n')}

${isOffered(firm, 'mcp') ? `One token serves \`${API_ROOT}\` and \`${PATHS.mcp}\`, unless you ask for one \`resource\` only.\n` : ''}Answers also hold a nested dialect, which the samples leave out: ${TWINS.map((name) => `\`${name}\``).join(', ')}.
No ID tokens are issued.

## Choose a method

| \`type\` | for | what you get |
|---|---|---|
| \`anonymous\` | sending what a person wrote | an assertion for ${inHours(ASSERTION_SECONDS.unclaimed)}; a person can vouch later |
| \`service_auth\` | acting for a person whose e-mail address you know | an assertion for ${ASSERTION_SECONDS.claimed / DAY_SECONDS} days, when they confirm |

${providerText(base, trustList)}

Scopes: ${ALL_SCOPES.map((scope) => `\`${scope}\``).join(', ')}. \`client_name\` is optional: up to 60 characters, shown to the person as your own word.

## Register

${sh(
  `BASE=${base}`,
  `post() { ANSWER=$(curl -s "$BASE$1" -H 'Content-Type: application/json' -d "$2"); }`,
  `member() { printf %s "$ANSWER" | sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }`,
  post(PATHS.identity, `'{"type":"anonymous","client_name":"Helper"}'`),
  `${take('identity_assertion')} ${take('claim_token')}`,
)}

${json(answers.registerAgent.response, base)}

For a person, the answer has a \`claim\` with what the next step shows, and no assertion:

${sh(post(PATHS.identity, `'{"type":"service_auth","login_hint":"ana@example.com","client_name":"Helper"}'`), take('claim_token'))}

Assertions and tokens are secret: show them to no one, not even to the person.

## Claim

To name the person of an anonymous registration, or to start again with a new code:

${sh(
  post(PATHS.claimStart, `'{"claim_token":"'"$CLAIM_TOKEN"'","email":"ana@example.com"}'`),
  `${take('user_code')} ${take('verification_uri_complete')}`,
  'echo "Open $VERIFICATION_URI_COMPLETE and enter $USER_CODE"',
)}

${json(answers.startClaim.response, base)}

The person enters the code there, or at \`verification_uri\`, and confirms with a link that is mailed to them; or they call
${telephone} or write to ${email}, and quote the code. It expires after ${inHours(CLAIM_WINDOW_MS / SECOND_MS)}, after five wrong entries, and when you start again.

Poll, more slowly after each \`slow_down\`:

${sh(
  `WAIT=${POLL_INTERVAL_SECONDS}`,
  'while :; do',
  `  ANSWER=$(curl -s "$BASE${PATHS.token}" -d grant_type=${CLAIM_GRANT} -d "claim_token=$CLAIM_TOKEN")`,
  '  case $(member error) in authorization_pending) ;; slow_down) WAIT=$((WAIT + 5)) ;; *) break ;; esac',
  '  sleep "$WAIT"',
  'done',
  `${take('identity_assertion')} ${take('access_token')}`,
)}

What you had before is no longer valid. (\`${CLAIM_GRANT_ALIAS}\` works too.)
If you do not poll, or showed the person no code, ask them for the code that they are shown after confirming:

${sh(
  `read -r READ_BACK_CODE`,
  post(PATHS.claimComplete, `'{"claim_token":"'"$CLAIM_TOKEN"'","user_code":"'"$READ_BACK_CODE"'"}'`),
  take('identity_assertion'),
)}

${json(answers.completeClaim.response, base)}

## Exchange

${sh(
  `ANSWER=$(curl -s "$BASE${PATHS.token}" -d grant_type=${JWT_BEARER_GRANT} -d "assertion=$IDENTITY_ASSERTION" -d 'scope=${ALL_SCOPES.join(' ')}')`,
  take('access_token'),
)}

${json(answers.issueToken.response, base)}

There are no refresh tokens: after an hour, exchange the assertion again.

## Call

${sh(`curl -s "$BASE${API_ROOT}/agent" -H "Authorization: Bearer $ACCESS_TOKEN"`, ...(takesInquiries ? SENDING : []))}

${json(answers.getAgent.response, base)}
${takesInquiries ? `\n${sendingText(base, firm, topics)}\n` : ''}
## Errors

| response | what to do |
|---|---|
| 401 with \`WWW-Authenticate\` | exchange the assertion again |
| 403 \`insufficient_scope\` | ask for the scope that the header names |
| \`invalid_grant\`, \`invalid_claim_token\` | register again |
| \`invalid_user_code\` | ask for the code shown after confirming: five tries |
| \`access_denied\`, \`claim_denied\` | do not ask again |
| \`expired_token\`, \`claim_expired\` | start a claim, or register again |
| 429, 503 | wait \`Retry-After\` seconds; after 503 nothing was stored |

OAuth and agent endpoints return \`{"error", "error_description", "message"}\`, the API \`application/problem+json\`.

## Revoke

${sh(`curl -s "$BASE${PATHS.revoke}" -d "token=$ACCESS_TOKEN"`)}

Revoke the \`identity_assertion\` when the person no longer wants you: it ends the registration.

Notices: [disclaimer](${base}${PATHS.disclaimer}), [privacy](${base}${PATHS.privacy}). For people: [for AI agents](${base}${PATHS.agents}).
`
}

const SENDING = [
  `INQUIRY='{"email":"ana@example.com","message":"I would like to talk to a lawyer about a will.","name":"Ana Example"}'`,
  `curl -s "$BASE${API_ROOT}/inquiries" -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: inquiry-$RANDOM$RANDOM" \\`,
  `  -d "$INQUIRY"`,
  'printf %s "$INQUIRY" | openssl dgst -sha256 -binary | openssl base64 -A | tr /+ _- | tr -d =',
]

const sendingText = (base: string, firm: Firm, topics: Topics) => `${json(receiptExample('…', base, firm), base)}

Optional: \`phone\`, \`topic\` (${topics.map((topic) => `\`${topic}\``).join(', ')}), \`otherParty\` (the other side), \`hasLawyer\` (\`yes\` or \`no\`), \`urgent\` (\`true\`), \`date\` (a court date or deadline, like \`2026-12-31\`), \`county\`, \`writingFor\` (\`self\` or \`someone_else\`), \`safeContact\` (a list of \`email\`, \`telephone\`, \`voicemail\`; all are safe without it), \`language\` (like \`es\`).
${isOffered(firm, 'statusPage') ? '`status_url` (private) says, with `Accept: application/json`, where the inquiry stands. While its `next.what` is `answer`, the firm asked something: `POST` `{"answer": "…"}` there. Its `appointment` says when, how and with whom the person meets the firm.\n' : ''}The same \`Idempotency-Key\` and body within 24 hours is the same inquiry. The sender is a \`verified_person\` if \`email\` is the confirmed address.
${AGENT_WORDS.namesFirst}
Before you send, show the person the exact text and the notices above, and get a clear yes.

\`receipt\` is a JWS (ES256, \`typ\` \`receipt+jwt\`, \`sub\` the reference). Verify it with the key of its \`kid\` in jwks.json, and keep both.
It ${RECEIPT_PROVES} Its \`inquiry_sha256\` is what the last command prints: the hash of
the listed members in RFC 8785 form (names in order, no spaces), texts trimmed.`

/** Describes the third method, if any provider is trusted. */
function providerText(base: string, trustList: string | undefined): string {
  const names = readTrustedIssuers(trustList, base, !isLoopback(base)).map(({ displayName }) => displayName)
  if (names.length === 0) return '`identity_assertion` (ID-JAG) is not enabled: no providers are trusted here.'
  return `\`identity_assertion\` is for agents whose provider vouches for the person, with \`assertion_type\` \`${ID_JAG_TYPE}\` and an \`assertion\` (ID-JAG)
for the audience \`${base}${API_ROOT}\`. Trusted providers: ${names.join(', ')}. If the firm already knows the person by another way, they must confirm first:
the response is \`interaction_required\`, with a claim.`
}
