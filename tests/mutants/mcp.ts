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
  'src/mcp/answers.ts': [
    ['if (known) return jsonAnswer(200, known)', ''],
    ["headers['content-type'] === JSON_TYPE ? await response.text() : response.body", 'response.body'],
    ['jsonAnswer(shared.status, shared.text)', 'jsonAnswer(200, shared.text)'],
  ],
  'src/mcp/list-cache.ts': [
    ['Number.isSafeInteger(id)', "typeof id === 'number'"],
    ['[rest, ...HEADERS.map((name) => request.headers.get(name))]', 'rest'],
    ['[rest, ...HEADERS', '[message, ...HEADERS'],
    ['heads.size >= MAX_ANSWERS && ', 'heads.size > MAX_ANSWERS && '],
    ['!body.startsWith(\'{"result":\') || ', ''],
  ],
  'src/mcp/shared-servers.ts': [
    [' || wantsProgress(message)', ''],
    [" && !header.startsWith('=?')", ''],
    [' && !wantsLog(message)', ''],
    ['header !== null && header === params?.[field] && ', ''],
    ['repeated.has(request.params?.name) ? undefined : ask(request, authInfo)', 'ask(request, authInfo)'],
    ['version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)', 'true'],
    [' || version === null || method === null', ''],
    ['code === MISSING_CAPABILITY ? 400 : 200', '200'],
  ],
  'src/mcp/shared-transport.ts': [
    ['...given, id: request.id', '...given'],
    ['{ ...request, id }', 'request'],
    ['this.#underWay.has(id) ? ', 'true ? '],
  ],
  'src/mcp/published-facts.ts': [['known?.text === text', 'known']],
  'src/mcp/schema-cache.ts': [
    ['results.get(value) ?? ', ''],
    ['pattern: _pattern, ', ''],
  ],
  'src/mcp/inquiry-confirmation.ts': [
    ['if (previewed && answers(previewed)) return', 'if (previewed) return'],
    ['confirmation.until > clock.now().getTime()', 'confirmation.until >= clock.now().getTime()'],
    ['if (confirmed === true) return {}', ''],
    ["noticesOf('elicitation', firm.notices)", "noticesOf('form', firm.notices)"],
    ['chosen ?? value', 'value'],
    [' && registration === question.registration', ''],
  ],
  'src/mcp/tools.ts': [
    ['key: confirmation ? key : (idempotencyKey ?? key)', 'key: idempotencyKey ?? key'],
    ['isPreviewed && sent === undefined', 'false'],
    ["noticesOf('preview', firm.notices)", "noticesOf('preview', service.firm.notices)"],
    ['!practiceAreas.some((area) => area.id === id)', 'false'],
  ],
  'src/mcp/resources.ts': [['.filter((id) => id.startsWith(start))', '']],
}
