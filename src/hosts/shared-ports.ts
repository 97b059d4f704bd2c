/** The ports that every host creates in the same way from its settings and keys. */
import { readTrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import type { Settings } from '../settings.ts'
import type { Clock } from '../ports.ts'
import { keyring } from '../keys/keyring.ts'
import type { KeySet } from '../keys/key-set.ts'
import { memoryLimiter } from '../service/rate-limit.ts'
import type { HostPorts } from '../service/service.ts'
import { signedWebhook } from '../mail/webhook.ts'

/** @throws SettingsError when the trust list is wrong */
export function sharedPorts(settings: Settings, keys: KeySet, clock: Clock) {
  const { base, production, rateLimitFactor, trustedIssuers, webhook } = settings
  const { revokeBefore, allowedOrigins, acceptsUnconfirmed, retentionDays } = settings
  return {
    clock,
    ...keyring(keys),
    limiter: memoryLimiter(clock, rateLimitFactor),
    revokeBefore,
    allowedOrigins,
    acceptsUnconfirmed,
    retentionDays,
    webhook: webhook && signedWebhook(webhook, clock),
    trustedIssuers: readTrustedIssuers(trustedIssuers, base, production),
  } satisfies Partial<HostPorts>
}
