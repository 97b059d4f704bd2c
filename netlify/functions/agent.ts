import { agent } from '../../src/api/agent.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('agent', agent)
