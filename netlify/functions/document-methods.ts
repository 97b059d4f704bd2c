import type { Config } from '@netlify/functions'
import { notFound } from '../../src/api/not-found.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('document-methods', notFound)

export const config: Config = {
  path: [
    '/api/v1',
    '/api/v1/health',
    '/api/v1/firm',
    '/api/v1/es/firm',
    '/api/v1/practice-areas',
    '/api/v1/es/practice-areas',
    '/api/v1/practice-areas/:id',
    '/api/v1/es/practice-areas/:id',
    '/api/v1/lawyers',
    '/api/v1/es/lawyers',
    '/api/v1/faq',
    '/api/v1/es/faq',
    '/openapi.json',
    '/auth.md',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/v1',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/api-catalog',
    '/.well-known/ai-catalog.json',
    '/.well-known/ard.json',
    '/mcp/server-card',
    '/.well-known/mcp/server-card.json',
    '/.well-known/mcp.json',
    '/mcp/server.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/read-about-the-practice/SKILL.md',
    '/.well-known/agent-skills/prepare-and-send-an-inquiry/SKILL.md',
    '/.well-known/agent-skills/register-and-be-claimed/SKILL.md',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
  ],
  method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
}
