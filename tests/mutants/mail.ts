/**
 * Mutants of `src/mail/`.
 */
import type { MutantTable } from './mutant.ts'

export const MAIL: MutantTable = {
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
