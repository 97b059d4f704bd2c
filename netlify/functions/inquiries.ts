import type { Config } from '@netlify/functions'
import { inquiries } from '../../src/api/inquiries.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('inquiries', inquiries, smtpMailer)

export const config: Config = {
  path: '/api/v1/inquiries',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
