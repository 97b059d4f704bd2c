import { inbound } from '../../src/api/inbound.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('inbound', inbound, smtpMailer)
