import type { Config } from '@netlify/functions'
import { serve } from '../../src/hosts/netlify.ts'
import { authorize } from '../../src/api/oauth.ts'

export default serve('authorize', authorize)

export const config: Config = {
  path: '/oauth/authorize',
}
