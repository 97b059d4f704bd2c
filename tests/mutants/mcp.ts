/**
 * Mutants of `src/mcp/`.
 */
import type { MutantTable } from './mutant.ts'

export const MCP: MutantTable = {
  'src/mcp/endpoint.ts': [
    [' && origin !== base && !allowedOrigins.includes(origin)', ' && !allowedOrigins.includes(origin)'],
    ['isLoopback(base) && !isLoopback(request.url)', 'false'],
    ["method === 'tools/call' ? scopeOfTool(params?.name) : undefined", 'undefined'],
  ],
  'src/mcp/inquiry-confirmation.ts': [
    ['if (previewed && answers(previewed)) return', 'if (previewed) return'],
    ['confirmation.until > clock.now().getTime()', 'confirmation.until >= clock.now().getTime()'],
    ['if (confirmed === true) return {}', ''],
    [' && registration === question.registration', ''],
  ],
  'src/mcp/tools.ts': [
    ['key: confirmation ? key : (idempotencyKey ?? key)', 'key: idempotencyKey ?? key'],
    ['words.every(', 'words.some('],
  ],
  'src/mcp/resources.ts': [['.filter((id) => id.startsWith(start))', '']],
}
