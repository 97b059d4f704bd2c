import { status } from '../../src/forms/status-page.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('status', status, smtpMailer)
