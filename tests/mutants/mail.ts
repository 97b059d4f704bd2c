/**
 * Mutants of `src/mail/`.
 */
import type { MutantTable } from './mutant.ts'

export const MAIL: MutantTable = {
  'src/mail/try.ts': [
    ['!waiting || sent\n', '!waiting\n'],
    ["return 'taken'\n", 'void 0\n'],
    ['< LEASE_MS)\n', '< 0)\n'],
    ["if (outcome === 'sent') await recordSent(ports, id)", ''],
  ],
  'src/mail/first-try.ts': [
    ['mayReturn ? store.read(sentKey(id)) : undefined', 'undefined'],
    ['if (mayReturn) await recorded', ''],
    ["outcome === 'sent' ? recordSent(ports, id) : undefined", 'undefined'],
    ['if (await ports.store.create(first.fact.key, first.fact.value)) sendAfterResponse', 'sendAfterResponse'],
    ['messageFact(ports, posting, now.toISOString())', 'messageFact(ports, posting)'],
    ['sent === undefined && wanted', 'sent === undefined'],
  ],
  'src/mail/outbox.ts': [
    ['const busyUntil = hasFailed ||', 'const busyUntil ='],
    ['BACKOFF_MS[scheduled.length - 1]', 'BACKOFF_MS[tries - 1]'],
    ['FACTS.message.value.safeParse(message).data?.tryAt', 'FACTS.message.value.parse(message).tryAt'],
  ],
  'src/mail/outbox-status.ts': [
    ['busyUntil > now.getTime()', 'false'],
    ['ALARMING_FAILURES = 3', 'ALARMING_FAILURES = 4'],
    ['if (tries > 0) await', 'await'],
  ],
  'src/mail/agent-linked.ts': [['spoken === sender.language ? firm : (await sender.factsIn(spoken)).firm', 'firm']],
  'src/mail/message.ts': [['named === undefined || named === language ? stored', 'stored ? stored']],
  'src/mail/receipt.ts': [['?.id === id', '?.id !== id']],
  'src/mail/smtp.ts': [
    ['if (active >= maxConnections) throw', 'if (false) throw'],
    ["headers: { 'Auto-Submitted': 'auto-generated' }", 'headers: {}'],
    ['{ replyTo: from }', '{}'],
  ],
  'src/mail/webhook.ts': [
    ['status < 200 || status > 299', 'status > 399'],
    ['${id}.${timestamp}.${body}', '${id}.${body}'],
  ],
  'src/mail/inquiry-notice.ts': [["replace(/[^\\p{L}\\p{M}'’-]/gu, '')", "replace(/[^\\p{L}\\p{M}'’.-]/gu, '')"]],
}
