import { inquiries } from '../../src/api/inquiries.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('inquiries', inquiries, smtpMailer)
