import { readTrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import type { Settings } from '../settings.ts'
import { systemClock } from '../ports.ts'
import { keyring } from '../keys/token-keys.ts'
import type { KeySet } from '../keys/key-set.ts'
import { memoryLimiter } from '../service/rate-limit.ts'
import type { HostPorts } from '../service/service.ts'
import { signedWebhook } from '../mail/webhook.ts'

/** The ports that every host makes in the same way. @throws SettingsError when the trust list is wrong */
export function sharedPorts(settings: Settings, keys: KeySet) {
  const { base, production, rateLimitFactor, trustedIssuers, webhook } = settings
  const { revokeBefore, allowedOrigins, acceptsUnconfirmed, retentionDays, inboundSecret } = settings
  return {
    revokeBefore,
    allowedOrigins,
    acceptsUnconfirmed,
    retentionDays,
    inboundSecret,
    ...keyring(keys),
    clock: systemClock,
    limiter: memoryLimiter(systemClock, rateLimitFactor),
    webhook: webhook && signedWebhook(webhook, systemClock),
    trustedIssuers: readTrustedIssuers(trustedIssuers, base, production),
  } satisfies Partial<HostPorts>
}
