/**
 * Mutants of `src/api/`.
 */
import type { MutantTable } from './mutant.ts'

export const API: MutantTable = {
  'src/api/jwks.ts': [["tag.replace(/^W\\//, '') === headers.ETag", 'tag === headers.ETag']],
  'src/api/security-events.ts': [['=== 415 ? 400', '=== 415 ? 415']],
  'src/api/not-found.ts': [["if (exists && request.method === 'OPTIONS') return", 'if (false) return']],
  'src/api/operation-endpoint.ts': [
    ["if (row.output && !acceptsJson(request.headers.get('accept'))) throw", 'if (false) throw'],
    ['row.output && !acceptsJson', '!acceptsJson'],
    ['if (!row.countsValidOnly) await takeLimit(row.limit)', ''],
    ['if (row.countsValidOnly) await takeLimit(row.limit)', ''],
    ['if (row.claimLimit) await takeLimit(row.claimLimit)', ''],
    ['headers[name] === undefined ? value : `${headers[name]}, ${value}`', 'value'],
    ["if (token === 'ignored') return undefined\n", ''],
    ["token === 'required' ? requireAgent(request, service, asked) :", ''],
    ['resource: API_ROOT, scope }', 'resource: API_ROOT }'],
    ['row.idempotent ? readIdempotencyKey(request) : undefined', 'undefined'],
    ['IDEMPOTENCY_KEY.safeParse(key).success', 'true'],
  ],
}
