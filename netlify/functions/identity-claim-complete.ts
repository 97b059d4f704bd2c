import type { Config } from '@netlify/functions'
import { identityClaimComplete } from '../../src/server/identity.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('identity-claim-complete', identityClaimComplete)

export const config: Config = {
  path: '/agent/identity/claim/complete',
}
