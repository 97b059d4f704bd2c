import type { Config } from '@netlify/functions'
import { runOutbox } from '../../src/mail/tries.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { remindStaff } from '../../src/service/staff-mail.ts'
import { serve } from '../../src/hosts/netlify.ts'

// Called by Netlify's clock only: a scheduled function has no address.
export default serve(
  'outbox',
  async (_request, _caller, service) => {
    await remindStaff(service)
    await runOutbox(service)
    return new Response(null, { status: 204 })
  },
  smtpMailer,
)

export const config: Config = {
  schedule: '*/5 * * * *',
}
