import { serve } from '../../src/hosts/netlify.ts'
import { authorize } from '../../src/api/oauth.ts'

export default serve('authorize', authorize)
