import type { Config } from '@netlify/functions'
import { fallback } from '../../src/api/not-found.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('not-found', fallback)

export const config: Config = {
  path: ['/api/*', '/agent/*', '/oauth/*', '/oauth2/*', '/.well-known/*'],
  preferStatic: true,
  excludedPath: ['/api/v1', '/api/v1/practice-areas', '/.well-known/oauth-protected-resource'],
}
