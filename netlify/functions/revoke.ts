import { serve } from '../../src/hosts/netlify.ts'
import { revoke } from '../../src/api/oauth.ts'

export default serve('revoke', revoke)
