import type { Config } from '@netlify/functions'
import { notFound } from '../../src/api/not-found.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('not-found', notFound)

export const config: Config = {
  path: ['/api/*', '/agent/*', '/oauth/*', '/oauth2/*', '/.well-known/*'],
  preferStatic: true,
  excludedPath: [
    '/api/v1/inquiries',
    '/api/v1/ready',
    '/api/v1/agent',
    '/agent/identity',
    '/agent/identity/claim',
    '/agent/identity/claim/complete',
    '/oauth/token',
    '/oauth2/token',
    '/oauth/revoke',
    '/oauth2/revoke',
    '/agent/event/notify',
    '/oauth/authorize',
    '/.well-known/jwks.json',
    '/api/v1',
    '/api/v1/health',
    '/api/v1/firm',
    '/api/v1/practice-areas',
    '/api/v1/practice-areas/:id',
    '/api/v1/faq',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/v1',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/api-catalog',
    '/.well-known/ai-catalog.json',
    '/.well-known/ard.json',
    '/.well-known/mcp/server-card.json',
    '/.well-known/mcp.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/read-about-the-practice/SKILL.md',
    '/.well-known/agent-skills/prepare-and-send-an-inquiry/SKILL.md',
    '/.well-known/agent-skills/register-and-be-claimed/SKILL.md',
    '/.well-known/security.txt',
  ],
}
