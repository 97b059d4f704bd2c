import type { Config } from '@netlify/functions'
import { ready } from '../../src/api/ready.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('ready', ready)

export const config: Config = {
  path: '/api/v1/ready',
}
