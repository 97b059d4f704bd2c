import type { Config } from '@netlify/functions'
import { serve } from '../../src/hosts/netlify.ts'
import { token } from '../../src/api/oauth.ts'

export default serve('token', token)

export const config: Config = {
  path: ['/oauth/token', '/oauth2/token'],
}
