import { identity } from '../../src/api/identity.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('identity', identity)
