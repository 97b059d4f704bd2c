import { claim } from '../../src/forms/claim.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('claim', claim, smtpMailer)
