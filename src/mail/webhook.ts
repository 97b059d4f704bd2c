/**
 * The outgoing webhook: a signed POST, by Standard Webhooks 1.0 (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`).
 */
import type { WebhookSettings } from '../settings.ts'
import { type Clock, NotDelivered, type Webhook } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

/** A receiver that does not answer within this has failed, milliseconds. */
const TIMEOUT_MS = 10 * SECOND_MS

/** @param settings where to, and the secret, as `src/settings.ts` has checked them */
export function signedWebhook({ url, secret }: WebhookSettings, clock: Clock, timeoutMs = TIMEOUT_MS): Webhook {
  const imported = crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return {
    async post(id, content) {
      const body = JSON.stringify(content)
      const timestamp = String(Math.floor(clock.now().getTime() / SECOND_MS))
      const mac = await crypto.subtle.sign(
        'HMAC',
        await imported,
        new TextEncoder().encode(`${id}.${timestamp}.${body}`),
      )
      const status = await statusOf(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${Buffer.from(mac).toString('base64')}`,
        },
        body,
        // Who can redirect could have it sent to a place that nobody chose.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (status < 200 || status > 299) throw new NotDelivered(`HTTP ${status}`)
    },
  }
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, init)
    // What it says beside is of no interest, however long it is.
    await response.body?.cancel()
    return response.status
  } catch (cause) {
    throw new NotDelivered(
      cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer in time' : 'no connection',
      { cause },
    )
  }
}
