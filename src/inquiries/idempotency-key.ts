/** The key that makes sending an inquiry repeatable. Source: draft-ietf-httpapi-idempotency-key-header. */
import * as z from 'zod'

export const KEY_RULE = '1 to 255 visible ASCII characters, without spaces'

export const IDEMPOTENCY_KEY = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
