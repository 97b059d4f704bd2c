import type { Config } from '@netlify/functions'
import { status } from '../../src/forms/status-page.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('status', status)

export const config: Config = {
  path: ['/status/:capability', '/es/status/:capability'],
}
