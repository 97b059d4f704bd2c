import type { Config } from '@netlify/functions'
import { eventNotify } from '../../src/server/events.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('event-notify', eventNotify)

export const config: Config = {
  path: '/agent/event/notify',
}
