/**
 * Request and response bodies of the operations in `agent-operations.ts`. Responses hold the members of both dialects of
 * auth.md, side by side.
 */
import * as z from 'zod'
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, JWT_BEARER_GRANT } from '../agents/grant.ts'
import { REGISTRATION_TYPES } from '../agents/registration.ts'
import { ALL_SCOPES } from '../agents/scope.ts'

const Scopes = z.array(z.enum(ALL_SCOPES))
const Time = z.iso.datetime()
const RegistrationId = z.string().describe('Id of the registration.')
const Type = z.enum(REGISTRATION_TYPES)
const ClaimTokenText = z.string().describe('The claim token of the registration. Secret.')

const Assertion = {
  identity_assertion: z.string().describe('Exchanged for access tokens. Secret.'),
  assertion_expires: Time.describe('When the assertion expires.'),
  identity: z.object({ assertion: z.string(), expires_at: Time }).describe('The same, in the nested dialect.'),
}
const Attempt = z
  .object({
    user_code: z.string().describe('What the person enters on the page, or quotes to the firm.'),
    verification_uri: z.url().describe('Page where the person confirms.'),
    expires_in: z.int().describe('Seconds until the code expires.'),
    interval: z.int().describe('Minimum seconds between two polls.'),
    expires_at: Time.describe('When the code expires.'),
  })
  .describe('What to show the person.')

export const IdentityRequest = z
  .object({
    type: Type.describe('The method of registration.'),
    login_hint: z.string().optional().describe('For `service_auth`: e-mail address of the person.'),
    assertion_type: z
      .string()
      .optional()
      .describe('For `identity_assertion`: `urn:ietf:params:oauth:token-type:id-jag`.'),
    assertion: z.string().optional().describe('For `identity_assertion`: the ID-JAG. Secret.'),
  })
  .describe('A registration.')

export const IdentityResponse = z
  .object({
    registration_id: RegistrationId,
    registration_type: Type.describe('As requested.'),
    id: RegistrationId,
    type: Type.describe('The same.'),
    identity_assertion: Assertion.identity_assertion.optional(),
    assertion_expires: Assertion.assertion_expires.optional(),
    identity: Assertion.identity.optional(),
    pre_claim_scopes: Scopes.optional().describe('Scopes before a claim.'),
    post_claim_scopes: Scopes.optional().describe('Scopes after a claim.'),
    scopes: z
      .union([Scopes, z.object({ pre_claim: Scopes, post_claim: Scopes })])
      .describe('The same, in the nested dialect.'),
    claim_url: z.url().optional().describe('Where a claim is started.'),
    claim_token: ClaimTokenText.optional(),
    claim_token_expires: Time.optional().describe('Until when it can be claimed.'),
    claim: z.looseObject({}).optional().describe('What to show the person, and the claim in the nested dialect.'),
  })
  .describe('A registration. Which members it has depends on its type.')

export const ClaimRequest = z
  .object({ claim_token: ClaimTokenText, email: z.string().describe('E-mail address of the person.') })
  .describe('A claim. `login_hint` is accepted for `email`.')

export const ClaimResponse = z
  .object({
    registration_id: RegistrationId,
    id: RegistrationId,
    type: z.literal('service_auth').describe('Always this.'),
    status: z.enum(['initiated', 'claimed']).describe('Whether the person has yet to confirm.'),
    claim_attempt_id: z.string().optional().describe('Id of the attempt. Earlier attempts are invalid.'),
    expires_at: Time.optional().describe('When the claim expires.'),
    claim_attempt: Attempt.optional(),
    attempt: Attempt.optional(),
  })
  .describe('A started claim.')

export const CompleteRequest = z
  .object({
    claim_token: ClaimTokenText,
    user_code: z
      .string()
      .describe('The code that the person was shown after confirming; not the one that the agent was given.'),
  })
  .describe('Completes a claim.')

export const CompleteResponse = z
  .object({
    id: RegistrationId,
    registration_id: RegistrationId,
    status: z.literal('claimed').describe('Always this.'),
    ...Assertion,
  })
  .describe('A claimed registration.')

export const TokenRequest = z
  .object({
    grant_type: z.enum([JWT_BEARER_GRANT, CLAIM_GRANT, CLAIM_GRANT_ALIAS]).describe('What is exchanged.'),
    assertion: z.string().optional().describe('For the first grant: the `identity_assertion`.'),
    claim_token: ClaimTokenText.optional(),
    scope: z.string().optional().describe('Requested scopes, separated by spaces; narrows what is granted.'),
    resource: z.string().optional().describe('Address that the token is for (RFC 8707).'),
  })
  .describe('A token request.')

export const TokenResponse = z
  .object({
    access_token: z.string().describe('The access token, opaque. Secret.'),
    token_type: z.literal('Bearer').describe('How to send it.'),
    expires_in: z.int().describe('Seconds until it expires.'),
    scope: z.string().describe('Granted scopes, separated by spaces.'),
    identity_assertion: Assertion.identity_assertion.optional(),
    assertion_expires: Assertion.assertion_expires.optional(),
    identity: Assertion.identity.optional(),
  })
  .describe('A token response. The claim grant adds an assertion.')

export const RevokeRequest = z
  .object({
    token: z.string().describe('An access token; or an `identity_assertion`, which ends its whole registration.'),
    token_type_hint: z.string().optional().describe('Ignored, as RFC 7009 section 2.1 allows.'),
  })
  .describe('A revocation.')

export const AgentResponse = z
  .object({
    registration_id: RegistrationId,
    registration_type: Type.describe('How the agent registered.'),
    claimed: z.boolean().describe('Whether a person vouched for it.'),
    email_verified: z.boolean().describe('Whether the e-mail address of that person is verified.'),
    scopes: Scopes.describe('Scopes of the token.'),
    expires_at: Time.describe('When the token expires.'),
  })
  .describe('The holder of a token.')
