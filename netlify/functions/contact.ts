import { contact } from '../../src/forms/contact.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('contact', contact, smtpMailer)
