import type { Config } from '@netlify/functions'
import { serve } from '../../src/hosts/netlify.ts'
import { revoke } from '../../src/api/oauth.ts'

export default serve('revoke', revoke)

export const config: Config = {
  path: ['/oauth/revoke', '/oauth2/revoke'],
}
