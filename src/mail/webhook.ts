/** Signs webhooks as Standard Webhooks 1.0 prescribes. */
import type { WebhookSettings } from '../settings.ts'
import { type Clock, NotDelivered, type Webhook } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

export function signedWebhook({ url, secret }: WebhookSettings, clock: Clock): Webhook {
  const imported = crypto.subtle.importKey('raw', new Uint8Array(secret), HMAC, false, ['sign'])
  return {
    async post(id, content) {
      const body = JSON.stringify(content)
      const timestamp = String(Math.floor(clock.now().getTime() / SECOND_MS))
      const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
      const mac = await crypto.subtle.sign(HMAC, await imported, signed)
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${Buffer.from(mac).toString('base64')}`,
        },
        body,
        // A redirect could send the event to a server that the firm did not choose.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        const isLate = cause instanceof Error && cause.name === 'TimeoutError'
        throw new NotDelivered(isLate ? 'no answer in time' : 'no connection', { cause })
      })
      // Only the status matters; the body may be endless.
      await response.body?.cancel().catch(() => undefined)
      if (!response.ok) throw new NotDelivered(`HTTP ${response.status}`)
    },
  }
}
