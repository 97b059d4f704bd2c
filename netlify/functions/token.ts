import { serve } from '../../src/hosts/netlify.ts'
import { token } from '../../src/api/oauth.ts'

export default serve('token', token)
