import type { Config } from '@netlify/functions'
import { claim } from '../../src/forms/claim.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('claim', claim, smtpMailer)

export const config: Config = {
  path: [
    '/claim',
    '/claim/',
    '/claim/confirm',
    '/claim/confirm/',
    '/claim/end',
    '/claim/end/',
    '/es/claim',
    '/es/claim/',
    '/es/claim/confirm',
    '/es/claim/confirm/',
    '/es/claim/end',
    '/es/claim/end/',
  ],
}
