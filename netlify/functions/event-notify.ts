import { eventNotify } from '../../src/api/security-events.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('event-notify', eventNotify)
