/**
 * Mutants of `src/agents/`, without those of `identity/`.
 */
import type { MutantTable } from './mutant.ts'

export const AGENTS: MutantTable = {
  'src/agents/claims/attempt.ts': [
    ['if (unique) return { id, record, code }', 'return { id, record, code }'],
    ['tries: 5, mails: 3', 'tries: 6, mails: 3'],
    ["mails: 3, 'read-back': 5", "mails: 4, 'read-back': 5"],
    ["'read-back': 5 }", "'read-back': 500 }"],
    ['.sort().at(-1)', '.sort().at(0)'],
  ],
  'src/agents/claims/claim-list.ts': [
    ['view && view.attempt !== found.attempt && !view.decision', 'false && view'],
    [', ...confirmedKeys.map(registrationAt(2))', ''],
    ['more > 0 ? opened.at(-1)', 'more > 0 ? opened.at(0)'],
    ['one.startedAt < other.startedAt ? -1 : 1', 'one.startedAt > other.startedAt ? -1 : 1'],
    ['current?.isExhausted || Date', 'Date'],
  ],
  'src/agents/claims/forget.ts': [
    [' || hasDecision(registration, keys)) candidates', ') candidates'],
    ['isTheirs ? attempts : attempts.filter(({ record }) => record?.person === mac)', 'attempts'],
    ['record ? [codeKey(record.code)] : []', '[]'],
    ['    startedKey(startOf(id), registration),\n', ''],
    ['    ...vouched.map(registrationOf),\n', ''],
    ['  await remove(traces.remembered)\n', ''],
  ],
  'src/agents/claims/claim-token.ts': [
    ['iat * SECOND_MS < ports.revokeBefore || ', ''],
    ['CLAIM_WINDOW_SECONDS = 3 * DAY_SECONDS', 'CLAIM_WINDOW_SECONDS = 4 * DAY_SECONDS'],
    [
      'if (text.length > MAX_LENGTH) return undefined\n',
      '',
      'It saves work: a longer text is no token of this service.',
    ],
  ],
  'src/agents/claims/claim.ts': [
    ["if (nowSeconds(ports) >= token.expiresAt) throw new AgentError('claim_expired')", ''],
    ["  if (isRevoked) throw new AgentError('invalid_claim_token', { reason: 'the registration is revoked' })\n", ''],
    ['token.person !== undefined && token.person !== person.mac', 'false'],
    ["if (decision.person !== person.mac) throw new AgentError('claimed_or_in_flight')", ''],
  ],
  'src/agents/claims/confirmation.ts': [
    [' && current?.id === claimRef.attempt', ''],
    [' && !current.isExhausted && !isRevoked', ' && !isRevoked'],
    [' && !current.isExhausted && !isRevoked', ' && !current.isExhausted'],
    ['Date.parse(record.expiresAt) <= ports', 'Date.parse(record.expiresAt) < ports'],
    ["if (effective.outcome === 'confirmed') {", 'if (false) {'],
    ["LINK_PURPOSE = 'claim-link'", "LINK_PURPOSE = 'claim-step'"],
    ['await rememberPerson(', 'void rememberPerson('],
    ['await ports.store.create(confirmedKey', 'void ports.store.create(confirmedKey'],
    ['if (slot === undefined) return { triesLeft: 0 }\n', ''],
  ],
  'src/agents/claims/delivery.ts': [
    ['2 * MINUTE_SECONDS', '3 * MINUTE_SECONDS'],
    [
      "throw new AgentError(current ? 'claim_not_confirmed' : 'invalid_claim')",
      "throw new AgentError('invalid_claim')",
    ],
    ["if (nowSeconds(ports) >= token.expiresAt) throw new AgentError('user_code_expired')", ''],
    ["  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')\n", ''],
    ["  if (isRevoked) throw new AgentError('invalid_claim', { reason: 'the registration is revoked' })\n", ''],
    ["if (!(await reserveSlot(ports, id, decision.attempt, 'read-back')))", 'if (false)'],
    ['if (parseCode(user_code) !== (await readBackCode(ports, id, decision.attempt)))', 'if (false)'],
  ],
  'src/agents/claims/poll-interval.ts': [
    ['last.seconds += SLOW_DOWN_SECONDS', ''],
    ['EARLY_TOLERANCE = 0.9', 'EARLY_TOLERANCE = 0.5'],
  ],
  'src/agents/claims/user-code.ts': [['.toUpperCase()', '']],
  'src/agents/decision.ts': [
    ['return created ? decision : ((await readDecision(ports, registration)) ?? decision)', 'return decision'],
  ],
  'src/agents/grant.ts': [
    ["if (isRevoked || decision?.outcome === 'denied')", "if (decision?.outcome === 'denied')"],
    [" || current?.isExhausted) throw new AgentError('expired_token')", ") throw new AgentError('expired_token')"],
    ['narrowScopes(scope, holder.scopes)', 'narrowScopes(scope, ALL_SCOPES)'],
    ['asked.some((address, index) => found[index] === undefined && address !== base)', 'false'],
    ['others.every((other) => other === first) ? first : undefined', 'first'],
    ['if (decision && !decision.isCodeless)', 'if (decision)'],
  ],
  'src/agents/tokens/access-token.ts': [
    ['content.exp <= now', 'content.exp < now'],
    ['(content.resource ?? resource) !== resource', 'false'],
    [' || content.iat * SECOND_MS < ports.revokeBefore', ''],
    [" || decision?.outcome === 'confirmed') return undefined", ') return undefined'],
    ['revocation !== undefined || isRegistrationEnded', 'isRegistrationEnded'],
    ['revocation !== undefined || isRegistrationEnded', 'revocation !== undefined'],
  ],
  'src/agents/tokens/assertion.ts': [
    ["if (iss !== ports.base || aud !== ports.base) throw invalidGrant('issuer or audience is wrong')", ''],
    ['exp <= now - SKEW_SECONDS', 'exp < now - SKEW_SECONDS'],
    [' || nbf > now + SKEW_SECONDS', ''],
    ["if (exp - iat > ASSERTION_SECONDS.claimed) throw invalidGrant('it is valid for too long')", ''],
    ['if (iat * SECOND_MS < ports.revokeBefore) throw', 'if (false) throw'],
    ["decision?.outcome === 'confirmed' && !holder.claimed", 'false'],
  ],
  'src/agents/tokens/revocation.ts': [
    ["await revokeRegistration(ports, registration.id, 'agent')", 'void registration'],
    ['if (!(error instanceof AgentError)) throw error', ''],
    ['await revokeRegistration(', 'void revokeRegistration('],
  ],
  'src/agents/scope.ts': [
    [
      '!SYNTAX.test(text) || ',
      '',
      'Each scope that may be granted has the right syntax, so a text that lacks it names an unknown one.',
    ],
  ],
  'src/agents/person.ts': [
    ['comparableEmail(email)', 'email'],
    ['`${first}•••${email.slice(at)}`', '`${first}${email.slice(at)}`'],
  ],
}
