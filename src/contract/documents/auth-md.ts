/**
 * `/auth.md`: how an agent registers and gets a token, step by step. A test runs every command in it.
 */
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, ID_JAG_TYPE, JWT_BEARER_GRANT } from '../../agents/agent-schemas.ts'
import { POLL_INTERVAL_SECONDS } from '../../agents/claims/claim.ts'
import { readTrustedIssuers } from '../../agents/identity/trusted-issuer.ts'
import { ALL_SCOPES, SCOPES } from '../../agents/scope.ts'
import type { Firm } from '../../firm/firm.ts'
import { API_ROOT, isLoopback, PATHS } from '../../site.ts'

/**
 * @param base base address
 * @param firm the firm
 * @param trustList the setting TRUSTED_ISSUERS, if there is one
 * @returns Markdown
 */
export function authMd(base: string, { name, address, telephone, email, notices }: Firm, trustList?: string): string {
  const url = (path: string) => base + path
  return `# auth.md: how agents authenticate with ${name}

${notices.automated} ${name} is in ${address.city}, ${address.state}.

${notices.inquiry}

Everything the firm publishes is public, and an inquiry can be sent without a token. Register only if the firm should know
which agent is writing, or that a person vouches for it.

## Discover

- Resource: [${PATHS.protectedResource}](${url(PATHS.protectedResource)}) (RFC 9728), resource \`${url(API_ROOT)}\`
- Authorization server: [${PATHS.authorizationServer}](${url(PATHS.authorizationServer)}) (RFC 8414), with the member \`agent_auth\`
- Keys: [${PATHS.jwks}](${url(PATHS.jwks)})
- API: [${PATHS.openapi}](${url(PATHS.openapi)})

Both dialects of the protocol are supported, side by side in one response: the flat one (\`identity_assertion\`, \`claim_token\`,
\`user_code\`) and the nested one (\`identity.assertion\`, \`claim.attempt\`, \`${PATHS.claimComplete}\`).
[${PATHS.openidConfiguration}](${url(PATHS.openidConfiguration)}) holds the same metadata. This server is not an OpenID Provider and issues no ID tokens.

## Choose a method

| \`type\` | for | what you get |
|---|---|---|
| \`anonymous\` | reading, and sending what the person already wrote | an assertion at once; a person can vouch for you later |
| \`service_auth\` | acting for a person whose e-mail address you know | a code for that person; an assertion when they confirm |

${providerText(base, trustList)}

Scopes: ${Object.entries(SCOPES)
    .map(([scope, what]) => `\`${scope}\` (${what})`)
    .join(' ')}

## Register

\`\`\`sh
curl -s ${url(PATHS.identity)} -H 'Content-Type: application/json' -d '{"type":"anonymous"}'
\`\`\`

\`\`\`sh
curl -s ${url(PATHS.identity)} -H 'Content-Type: application/json' -d '{"type":"service_auth","login_hint":"ana@example.com"}'
\`\`\`

\`identity_assertion\`, \`claim_token\` and access tokens are secret: do not show them to anyone, not even to the person.

## Claim

Show the person \`claim.user_code\` and \`claim.verification_uri\`. They enter the code on the page, and confirm with a link that is
mailed to them; or they call ${telephone} or write to ${email}, and quote the code. Codes expire after 72 hours and after five wrong entries.

To claim an anonymous registration, name the person. The same request restarts the claim of any registration:

\`\`\`sh
curl -s ${url(PATHS.claimStart)} -H 'Content-Type: application/json' -d '{"claim_token":"$CLAIM_TOKEN","email":"ana@example.com"}'
\`\`\`

Then poll, at most every ${POLL_INTERVAL_SECONDS} seconds, until the response is no longer \`authorization_pending\`. On \`slow_down\`, wait five seconds longer between polls.

\`\`\`sh
curl -s ${url(PATHS.token)} -d grant_type=${CLAIM_GRANT} -d claim_token=$CLAIM_TOKEN
\`\`\`

\`${CLAIM_GRANT_ALIAS}\` is accepted too. The response holds an access token and a new assertion, valid for 30 days. What you had before the
claim is no longer valid. Agents that do not poll ask the person for the code that they were shown after confirming:

\`\`\`sh
curl -s ${url(PATHS.claimComplete)} -H 'Content-Type: application/json' -d '{"claim_token":"$CLAIM_TOKEN","user_code":"$READ_BACK_CODE"}'
\`\`\`

## Exchange

\`\`\`sh
curl -s ${url(PATHS.token)} -d grant_type=${JWT_BEARER_GRANT} -d assertion=$IDENTITY_ASSERTION -d 'scope=${ALL_SCOPES.join(' ')}'
\`\`\`

The access token lasts an hour. There are no refresh tokens: exchange the assertion again.

## Call

\`\`\`sh
curl -s ${url(`${API_ROOT}/agent`)} -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

\`\`\`sh
curl -s ${url(`${API_ROOT}/inquiries`)} -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' -d '{"name":"Ana Example","email":"ana@example.com","message":"I would like to talk to a lawyer about a will."}'
\`\`\`

Show the person the exact text and the notices, and get a clear yes, before you send. ${notices.confidentiality}

## Errors

| response | what to do |
|---|---|
| 401 with \`WWW-Authenticate\` | the token is missing or invalid: exchange the assertion again |
| 403 \`insufficient_scope\` | ask for the scope that the header names |
| \`invalid_grant\` | the assertion is invalid: register again |
| \`access_denied\`, \`claim_denied\` | the person said no: do not ask again |
| \`expired_token\`, \`claim_expired\` | the person did not answer in time: start a claim, or register again |
| 429 | wait for the seconds in \`Retry-After\` |
| 503 | nothing was stored: wait for the seconds in \`Retry-After\` and send it again |

OAuth and agent endpoints return \`{"error", "error_description", "message"}\`, the API \`application/problem+json\`.

## Revoke

\`\`\`sh
curl -s ${url(PATHS.revoke)} -d token=$ACCESS_TOKEN
\`\`\`

Revoking an \`identity_assertion\` ends the whole registration. Do that when the person no longer wants you to act for them.

Notices: [disclaimer](${url(PATHS.disclaimer)}), [privacy](${url(PATHS.privacy)}). For people: [for AI agents](${url(PATHS.agents)}).
`
}

/** The third method, where providers are trusted. */
function providerText(base: string, trustList: string | undefined): string {
  const names = readTrustedIssuers(trustList, base, !isLoopback(base)).map(({ displayName }) => displayName)
  if (names.length === 0) return '`identity_assertion` (ID-JAG) is not enabled: no providers are trusted here.'
  return `\`identity_assertion\` is for agents whose provider vouches for the person, with \`assertion_type\` \`${ID_JAG_TYPE}\` and an \`assertion\` (ID-JAG)
for the audience \`${base}${API_ROOT}\`. Trusted providers: ${names.join(', ')}. If the firm already knows the person by another way, they must confirm first:
the response is \`interaction_required\`, with a claim.`
}
