import type { Config } from '@netlify/functions'
import { serve } from '../../src/hosts/netlify.ts'
import { thanks } from '../../src/forms/thanks.ts'

export default serve('thanks', thanks)

export const config: Config = {
  path: ['/thanks/:reference', '/es/thanks/:reference'],
}
