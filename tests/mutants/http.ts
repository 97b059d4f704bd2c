/**
 * Mutants of `src/http/` and of what refuses requests before it.
 */
import type { MutantTable } from './mutant.ts'

export const HTTP: MutantTable = {
  'src/http/bearer.ts': [
    ["if (header.includes(',') || hasTokenInQuery", 'if (hasTokenInQuery'],
    [' || hasTokenInQuery(request)', ''],
    ['scope && !agent.scopes.includes(scope)', 'false'],
  ],
  'src/http/body.ts': [
    ['if (contentLength > maxBytes) throw', 'if (false) throw'],
    ['if (isDeeperThan(value, MAX_DEPTH)) throw', 'if (false) throw'],
    ['if (contentLength > maxBytes)', 'if (contentLength >= maxBytes)'],
    ['if (length > maxBytes)', 'if (length >= maxBytes)'],
    ['MAX_DEPTH = 32', 'MAX_DEPTH = 33'],
    ['{ fatal: true, ignoreBOM: true }', '{ ignoreBOM: true }'],
    ["encoding.toLowerCase() !== 'identity'", 'false'],
    [".replaceAll('\\r\\n', '\\n')", ''],
    ['FORBIDDEN.find((name) => Object.hasOwn(value, name))', 'undefined'],
  ],
  'src/http/same-origin.ts': [
    ["['same-origin', 'none'].includes(site)", "['same-origin', 'none', 'same-site'].includes(site)"],
    ['origin === null || origin === base', 'true'],
  ],
  'src/http/accept.ts': [
    ['weight > 0 && ', ''],
    ["accept === null || accept.trim() === ''", 'accept === null'],
    ["'*/*', '*'] as", "'*/*'] as"],
    [", 'application/problem+json'", ''],
  ],
  'src/hosts/refusal.ts': [
    [' || socket._httpMessage?.headersSent', ''],
    ["server.on('connect', (_request, socket) => refuseOn(socket, ...UNKNOWN_METHOD))", ''],
    ['HPE_INVALID_METHOD: UNKNOWN_METHOD,', ''],
  ],
  'src/http/oauth-endpoint.ts': [['.replaceAll(\'"\', "\'")', '']],
  'src/http/endpoint.ts': [
    ['languages.includes(languageOf(new URL(url).pathname))', 'true'],
    ['exists && request.method', 'request.method'],
    ["log('store.unavailable', { reason: error.message })", ''],
    ["request.method === 'HEAD' ? 'GET' : request.method", 'request.method'],
  ],
  'src/http/oauth-parameters.ts': [
    ['new Set(names).size < names.length', 'false'],
    ['given.some(([name]) => CLIENT_CREDENTIALS.includes(name))', 'false'],
    ['given.flatMap(([name, value]) => (name === RESOURCE ? [value] : []))', '[]'],
  ],
}
