import type { Config } from '@netlify/functions'
import { identityClaim } from '../../src/api/identity.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('identity-claim', identityClaim)

export const config: Config = {
  path: '/agent/identity/claim',
}
