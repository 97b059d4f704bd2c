import type { Config } from '@netlify/functions'
import { jwks } from '../../src/api/jwks.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('jwks', jwks)

export const config: Config = {
  path: '/.well-known/jwks.json',
}
