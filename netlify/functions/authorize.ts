import type { Config } from '@netlify/functions'
import { serve } from '../../src/server/netlify.ts'
import { authorize } from '../../src/server/oauth.ts'

export default serve('authorize', authorize)

export const config: Config = {
  path: '/oauth/authorize',
}
