import type { Config } from '@netlify/functions'
import { jwks } from '../../src/server/jwks.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('jwks', jwks)

export const config: Config = {
  path: '/.well-known/jwks.json',
}
