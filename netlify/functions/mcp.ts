import { mcp } from '../../src/mcp/endpoint.ts'
import { smtpMailer } from '../../src/mail/smtp.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('mcp', mcp, smtpMailer)
