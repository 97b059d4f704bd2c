import type { Config } from '@netlify/functions'
import { identityClaim } from '../../src/server/identity.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('identity-claim', identityClaim)

export const config: Config = {
  path: '/agent/identity/claim',
}
