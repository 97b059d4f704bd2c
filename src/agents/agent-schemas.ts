/**
 * WorkOS has two dialects of auth.md. The repository workos/auth.md has flat members, like `registration_id` and `claim_token`; the product
 * AuthKit has `id`, `type`, and nested members, like `claim.token`. Responses contain both. Only the first fault of an invalid
 * request is reported. Its message is either a code of `AGENT_ERRORS`, or the description of an `invalid_request`.
 */
import * as z from 'zod'
import type { AgentErrorCode } from './agent-error.ts'
import { ClientName } from '../client-name.ts'
import { described } from '../described.ts'
import { REGISTRATION_TYPES } from './registration.ts'
import { ALL_SCOPES } from './scope.ts'

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const CLAIM_GRANT = 'urn:frontdesk:agent-auth:grant-type:claim'
/** Agents that were written for AuthKit send this alias. */
export const CLAIM_GRANT_ALIAS = 'urn:workos:agent-auth:grant-type:claim'
export const GRANT_TYPES = [JWT_BEARER_GRANT, CLAIM_GRANT, CLAIM_GRANT_ALIAS] as const
export const ID_JAG_TYPE = 'urn:ietf:params:oauth:token-type:id-jag'

function required(name: string, kind: 'member' | 'parameter' = 'member') {
  const missing = `The ${kind} ${name} is missing.`
  return z.string(missing).min(1, missing)
}

/** An e-mail address. Any text passes here, because `startClaim` must report a denied claim before an invalid address. */
const address = (name: string) =>
  z.string({
    error: ({ input }) =>
      (input ?? undefined) === undefined
        ? `The member ${name} is missing.`
        : ('invalid_login_hint' satisfies AgentErrorCode),
  })

const Scopes = z.array(z.enum(ALL_SCOPES))
const Time = z.iso.datetime()
const RegistrationId = z.string().describe('Id of the registration.')
const Type = z.enum(REGISTRATION_TYPES)
const CLAIM_TOKEN_TEXT = 'The claim token of the registration. Secret.'

const REPEATED = 'The same values, nested, for agents that expect them here.'
const Assertion = {
  identity_assertion: z.string().describe('Exchanged for access tokens. Secret.'),
  assertion_expires: Time.describe('When the assertion expires.'),
  identity: z.object({ assertion: z.string(), expires_at: Time }).describe(REPEATED),
}
const PartialAssertion = z.object(Assertion).partial().shape
const Attempt = described('What to show the person.', {
  user_code: z.string().describe('What the person enters on the page, or gives to the firm.'),
  verification_uri: z.url().describe('Page where the person enters the code.'),
  verification_uri_complete: z.url().describe('The same page, opened for this claim.'),
  expires_in: z.int().describe('Seconds until the code expires.'),
  interval: z.int().describe('Minimum seconds between two polls.'),
  expires_at: Time.describe('When the code expires.'),
})

const AnonymousRequest = described('An agent that names no person.', {
  type: z.literal('anonymous'),
  client_name: ClientName.optional(),
})
const ServiceAuthRequest = described('An agent that names the person it acts for.', {
  type: z.literal('service_auth'),
  login_hint: address('login_hint').describe('E-mail address of the person.'),
  client_name: ClientName.optional(),
})
const IdentityAssertionRequest = described('An agent whose provider vouches for the person.', {
  type: z.literal('identity_assertion'),
  assertion_type: z
    .literal(ID_JAG_TYPE, `The member assertion_type must be ${ID_JAG_TYPE}.`)
    .describe('The kind of assertion.'),
  assertion: required('assertion').describe('The ID-JAG. Secret.'),
  client_name: ClientName.optional(),
})

export const IdentityRequest = z
  .discriminatedUnion('type', [AnonymousRequest, ServiceAuthRequest, IdentityAssertionRequest], {
    error: `The member type must be one of ${REGISTRATION_TYPES.join(', ')}.`,
  })
  .describe('A registration.')
export type IdentityRequest = z.infer<typeof IdentityRequest>
export type RequestOf<T extends IdentityRequest['type']> = Extract<IdentityRequest, { type: T }>

const RegistrationClaim = described('What to show the person, and the claim as nested members.', {
  token: z.string().describe(CLAIM_TOKEN_TEXT),
  url: z.url().describe('Where a claim is started.'),
  expires_at: Time.describe('When the claim token expires. The person must confirm by then.'),
  ...Attempt.partial().omit({ expires_at: true }).shape,
  attempt: z.object({ verification_uri: z.url(), expires_at: Time }).optional().describe(REPEATED),
})

export const IdentityResponse = described('A registration. Which members it has depends on its type.', {
  registration_id: RegistrationId,
  registration_type: Type.describe('As requested.'),
  id: RegistrationId,
  type: Type.describe('The same as `registration_type`.'),
  ...PartialAssertion,
  pre_claim_scopes: Scopes.optional().describe('Scopes before a claim.'),
  post_claim_scopes: Scopes.optional().describe('Scopes after a claim.'),
  scopes: z
    .union([Scopes, z.object({ pre_claim: Scopes, post_claim: Scopes })])
    .describe('The scopes before and after a claim, nested. When a provider vouches: the scopes of the assertion.'),
  claim_url: z.url().optional().describe('Where a claim is started.'),
  claim_token: z.string().optional().describe(CLAIM_TOKEN_TEXT),
  claim_token_expires: Time.optional().describe('When the claim token expires. The person must confirm by then.'),
  claim: RegistrationClaim.optional(),
})
export type IdentityResponse = z.infer<typeof IdentityResponse>

export const ClaimRequest = z
  .object({
    claim_token: required('claim_token').describe(CLAIM_TOKEN_TEXT),
    email: address('email').optional().describe('E-mail address of the person.'),
    login_hint: address('login_hint').optional().describe('Alias of `email`.'),
  })
  .refine(({ email, login_hint }) => (email ?? login_hint) !== undefined, 'The member email is missing.')
  .meta({
    anyOf: ['email', 'login_hint'].map((name) => ({ properties: { [name]: { type: 'string' } }, required: [name] })),
  })
  .describe('A claim.')
export type ClaimRequest = z.infer<typeof ClaimRequest>

export const ClaimResponse = described('A started claim.', {
  registration_id: RegistrationId,
  id: RegistrationId,
  type: z.literal('service_auth').describe('Always this.'),
  status: z.enum(['initiated', 'claimed']).describe('`initiated` until the person has confirmed.'),
  claim_attempt_id: z.string().optional().describe('Id of the attempt. Earlier attempts are invalid.'),
  expires_at: Time.optional().describe('When the claim expires.'),
  claim_attempt: Attempt.optional(),
  attempt: Attempt.optional(),
})
export type ClaimResponse = z.infer<typeof ClaimResponse>

export const CompleteRequest = described('Completes a claim.', {
  claim_token: required('claim_token').describe(CLAIM_TOKEN_TEXT),
  user_code: required('user_code').describe(
    'The code that the person was shown after confirming; not the one that the agent was given.',
  ),
})
export type CompleteRequest = z.infer<typeof CompleteRequest>

export const CompleteResponse = described('A claimed registration.', {
  id: RegistrationId,
  registration_id: RegistrationId,
  status: z.literal('claimed').describe('Always this.'),
  ...Assertion,
})
export type CompleteResponse = z.infer<typeof CompleteResponse>

const GrantOptions = {
  scope: z.string().optional().describe('Requested scopes, separated by spaces; narrows what is granted.'),
  resource: z.array(z.string()).optional().describe('Addresses that the token is for (RFC 8707); may repeat.'),
}
const AssertionGrant = described('Exchanges an assertion.', {
  grant_type: z.literal(JWT_BEARER_GRANT),
  assertion: required('assertion', 'parameter').describe('The `identity_assertion`. Secret.'),
  ...GrantOptions,
})
const ClaimGrant = described('Polls a claim, and gets the tokens once it is confirmed.', {
  grant_type: z.enum([CLAIM_GRANT, CLAIM_GRANT_ALIAS]),
  claim_token: required('claim_token', 'parameter').describe(CLAIM_TOKEN_TEXT),
  ...GrantOptions,
})

export const TokenRequest = z
  .discriminatedUnion('grant_type', [AssertionGrant, ClaimGrant], {
    error: ({ input }) =>
      (input as { grant_type?: string } | undefined)?.grant_type === undefined
        ? 'The parameter grant_type is missing.'
        : ('unsupported_grant_type' satisfies AgentErrorCode),
  })
  .describe('A token request.')
export type TokenRequest = z.infer<typeof TokenRequest>
export type ClaimGrant = z.infer<typeof ClaimGrant>

export const TokenResponse = described('A token response. The claim grant adds an assertion.', {
  access_token: z.string().describe('The access token, opaque. Secret.'),
  token_type: z.literal('Bearer').describe('How to send it.'),
  expires_in: z.int().describe('Seconds until it expires.'),
  scope: z.string().describe('Granted scopes, separated by spaces.'),
  ...PartialAssertion,
})
export type TokenResponse = z.infer<typeof TokenResponse>

export const RevokeRequest = described('A revocation.', {
  token: required('token', 'parameter').describe(
    'An access token; or an `identity_assertion`, which ends its whole registration.',
  ),
  token_type_hint: z.string().optional().describe('Ignored, as RFC 7009 section 2.1 allows.'),
})

export const AgentResponse = described('The holder of a token.', {
  registration_id: RegistrationId,
  registration_type: Type.describe('How the agent registered.'),
  claimed: z.boolean().describe('Whether a person or a trusted provider vouches for the agent.'),
  email_verified: z.boolean().describe('Whether the e-mail address of its person is verified: the same as `claimed`.'),
  scopes: Scopes.describe('Scopes of the token.'),
  expires_at: Time.describe('When the token expires.'),
})
