import type { Config } from '@netlify/functions'
import { desk } from '../../src/desk/desk.ts'
import { smtpMailer } from '../../src/server/mailer.ts'
import { serve } from '../../src/server/netlify.ts'
import { staffInboxOf } from '../../src/server/staff-inbox.ts'

export default serve('desk', desk, smtpMailer, staffInboxOf)

export const config: Config = {
  path: ['/desk', '/desk/*'],
}
