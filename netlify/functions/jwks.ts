import { jwks } from '../../src/api/jwks.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('jwks', jwks)
