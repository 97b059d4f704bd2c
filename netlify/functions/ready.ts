import { ready } from '../../src/api/ready.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('ready', ready)
