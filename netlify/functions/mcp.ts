import type { Config } from '@netlify/functions'
import { mcp } from '../../src/server/mcp.ts'
import { smtpMailer } from '../../src/server/mailer.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('mcp', mcp, smtpMailer)

export const config: Config = {
  path: '/mcp',
}
