import type { Config } from '@netlify/functions'
import { contact } from '../../src/forms/contact.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('contact', contact, smtpMailer)

export const config: Config = {
  path: ['/contact', '/contact/', '/es/contact', '/es/contact/'],
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
