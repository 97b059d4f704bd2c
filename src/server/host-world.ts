/**
 * What every host makes of its settings and keys in the same way.
 */
import { readTrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import type { Settings } from '../settings.ts'
import type { Clock } from '../world.ts'
import { keyring } from './keyring.ts'
import type { KeySet } from './keys.ts'
import { memoryLimiter } from './limiter.ts'
import type { HostWorld } from './service.ts'
import { signedWebhook } from './webhook.ts'

type Shared =
  | 'clock'
  | 'inbox'
  | 'pepper'
  | 'keys'
  | 'limiter'
  | 'revokeBefore'
  | 'allowedOrigins'
  | 'retentionDays'
  | 'trustedIssuers'
  | 'webhook'

/** @throws SettingsError when the trust list is wrong */
export function sharedWorld(
  { base, production, rateLimitFactor, revokeBefore, allowedOrigins, retentionDays, trustedIssuers, webhook }: Settings,
  keys: KeySet,
  clock: Clock,
): Pick<HostWorld, Shared> {
  return {
    clock,
    ...keyring(keys),
    limiter: memoryLimiter(clock, rateLimitFactor),
    revokeBefore,
    allowedOrigins,
    webhook: webhook && signedWebhook(webhook, clock),
    retentionDays,
    trustedIssuers: readTrustedIssuers(trustedIssuers, base, production),
  }
}
