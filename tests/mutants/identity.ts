/**
 * Mutants of `src/agents/identity/`.
 */
import type { MutantTable } from './mutant.ts'

export const IDENTITY: MutantTable = {
  'src/agents/identity/id-jag.ts': [
    ['value === base + API_ROOT || value === base', 'value === base'],
    ['!issuer.clientIds.includes(claims.client_id)', 'false'],
    ['lifetime <= 0 || lifetime > MAX_LIFETIME_SECONDS', 'lifetime > MAX_LIFETIME_SECONDS'],
    ['now >= exp + SKEW_SECONDS', 'now > exp + SKEW_SECONDS'],
    ['time.data >= now - MAX_AGE_SECONDS', 'time.data > now - MAX_AGE_SECONDS'],
    ["part !== '' && base64url.encode(bytes) === part", "part !== ''"],
    ['{ fatal: true, ignoreBOM: true }', '{ ignoreBOM: true }'],
    ['kid: z.string().min(1).max(MAX_KID_LENGTH)', 'kid: z.string().min(1)'],
  ],
  'src/agents/identity/identity-assertion.ts': [
    ["  if (!isFirstUse) throw new AgentError('replay_detected')\n", ''],
    ['known && !linked', 'false'],
    ['JSON.stringify([idJag.issuer, idJag.jti])', 'JSON.stringify([idJag.jti])'],
    [
      "await revokeRegistration(ports, key.slice(prefix.length), 'provider')",
      "void revokeRegistration(ports, key.slice(prefix.length), 'provider')",
    ],
    ['Date.parse(vouched.at) <= until.getTime()', 'true'],
  ],
  'src/agents/identity/issuer-keys.ts': [
    ["redirect: 'manual'", "redirect: 'follow'"],
    ['kid !== undefined && others.length === 0', 'kid !== undefined'],
    ['isYoungerThan(cached.fetchedAt, STALE_MS) ?', 'true ?'],
    ['cached.fetching ??= refresh', 'cached.fetching = refresh'],
    ["use: z.literal('sig').optional()", 'use: z.string().optional()'],
  ],
  'src/agents/identity/security-event.ts': [
    ["subject.iss !== iss || subject.sub === ''", "subject.sub === ''"],
    ['age < -SKEW_SECONDS || ', ''],
    [' || age > MAX_AGE_SECONDS', ''],
  ],
  'src/agents/identity/trusted-issuer.ts': [
    ['if (seen.has(issuer))', 'if (false)'],
    ['new URL(entry[field]).origin === new URL(ownBase).origin', 'false'],
    ["url !== undefined && !text.includes('?')", 'url !== undefined'],
  ],
}
