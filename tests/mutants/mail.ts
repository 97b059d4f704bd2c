/**
 * Mutants of `src/mail/`.
 */
import type { MutantTable } from './mutant.ts'

export const MAIL: MutantTable = {
  'src/mail/outbox-runner.ts': [
    ['if (!waiting || sent) return', 'if (!waiting) return'],
    ["return 'taken'", 'void 0'],
    ['< LEASE_MS)\n', '< 0)\n'],
    ['    await store.create(sentKey(id), { at: now() })\n', ''],
  ],
  'src/mail/outbox.ts': [
    ['const freeAt = hasFailed ||', 'const freeAt ='],
    ['BACKOFF_MS[scheduled.length - 1]', 'BACKOFF_MS[tries - 1]'],
  ],
  'src/mail/outbox-status.ts': [
    ['ALARMING_FAILURES = 3', 'ALARMING_FAILURES = 4'],
    ['if (tries > 0) await', 'await'],
  ],
  'src/mail/receipt.ts': [['?.id === id', '?.id !== id']],
  'src/mail/smtp.ts': [
    ['if (active >= maxConnections) throw', 'if (false) throw'],
    ["headers: { 'Auto-Submitted': 'auto-generated' }", 'headers: {}'],
  ],
  'src/mail/webhook.ts': [
    ['status < 200 || status > 299', 'status > 399'],
    ['${id}.${timestamp}.${body}', '${id}.${body}'],
  ],
  'src/mail/inquiry-notice.ts': [["replace(/[^\\p{L}\\p{M}'’-]/gu, '')", "replace(/[^\\p{L}\\p{M}'’.-]/gu, '')"]],
}
