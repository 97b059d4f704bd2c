/** The outgoing webhook: a signed POST, by Standard Webhooks 1.0 (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`). */
import type { WebhookSettings } from '../settings.ts'
import { type Clock, NotDelivered, type Webhook } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** @param settings URL and secret, validated by `src/settings.ts` */
export function signedWebhook({ url, secret }: WebhookSettings, clock: Clock): Webhook {
  const imported = crypto.subtle.importKey('raw', new Uint8Array(secret), HMAC, false, ['sign'])
  return {
    async post(id, content) {
      const body = JSON.stringify(content)
      const timestamp = String(Math.floor(clock.now().getTime() / SECOND_MS))
      const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
      const mac = await crypto.subtle.sign(HMAC, await imported, signed)
      const status = await statusOf(url, {
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
      })
      if (status < 200 || status > 299) throw new NotDelivered(`HTTP ${status}`)
    },
  }
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, init)
    // Only the status matters; the body may be endless.
    await response.body?.cancel()
    return response.status
  } catch (cause) {
    throw new NotDelivered(
      cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer in time' : 'no connection',
      { cause },
    )
  }
}
