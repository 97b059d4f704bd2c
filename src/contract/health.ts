/**
 * The answer to whether the service can be reached.
 */
import * as z from 'zod'

/** Response of `GET /api/v1/health`. */
export const Health = z
  .object({ status: z.literal('ok').describe('The text "ok" when the service is reachable.') })
  .describe('The state of the service.')
