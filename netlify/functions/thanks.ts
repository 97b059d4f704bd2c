import type { Config } from '@netlify/functions'
import { serve } from '../../src/server/netlify.ts'
import { thanks } from '../../src/server/thanks.ts'

export default serve('thanks', thanks)

export const config: Config = {
  path: ['/thanks/:reference', '/es/thanks/:reference'],
}
