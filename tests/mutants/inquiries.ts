/**
 * Mutants of `src/inquiries/`.
 */
import type { MutantTable } from './mutant.ts'

export const INQUIRIES: MutantTable = {
  'src/inquiries/change.ts': [
    ["if (state.seq !== seen) return 'changed'", ''],
    ['  if (reopens) await addOpenHint(store, id)\n  if (isFinished', '  if (isFinished'],
    ['  if (reopens) await addOpenHint(store, id)\n  if (await', '  if (await'],
    ['  await Promise.all([store.remove(changeKey(id, next.seq)), store.remove(markerKey(id, next))])\n', ''],
    ['.length > MAX_NOTE_LENGTH', '.length >= MAX_NOTE_LENGTH'],
    ["if (state.seq >= MAX_CHANGES) return 'full'", ''],
  ],
  'src/inquiries/csv.ts': [
    ['escape_formulas: true', 'escape_formulas: false'],
    ['bom: true', 'bom: false'],
  ],
  'src/inquiries/day-index.ts': [
    ['isOpen(status) && addOpenHint(store, id)', 'undefined && status'],
    ['store.create(referenceKey(id), EMPTY_FACT), ', ''],
    ['  if (await isStillOpen(store, id)) await addOpenHint(store, id)\n', ''],
    ['SETTLE_AFTER_MS = 2 * DAY_MS', 'SETTLE_AFTER_MS = DAY_MS'],
  ],
  'src/inquiries/erasure.ts': [
    ['(retentionDays + 1) * DAY_MS', 'retentionDays * DAY_MS'],
    ['if (isDue) await removeInquiry(store, id)', 'await removeInquiry(store, id)'],
    ['RECHECK_MS = 7 * DAY_MS', 'RECHECK_MS = -7 * DAY_MS'],
    ['  await removeFromIndex(store, id)\n', ''],
    ['await store.remove(inquiryKey(id))', 'void store.remove(inquiryKey(id))'],
    ['await mapInBatches(keys, (key) => store.remove(key))', 'void mapInBatches(keys, (key) => store.remove(key))'],
    ['await removeFromIndex(store, id)\n', 'void removeFromIndex(store, id)\n'],
  ],
  'src/inquiries/inquiry-request.ts': [
    ['characters > max) fail(length)', 'characters >= max) fail(length)'],
    ["else if (!value.isWellFormed()) fail('must not contain a lone surrogate (half of a character)')", ''],
    [' && /\\d/.test(value)', ''],
  ],
  'src/inquiries/first-use.ts': [['< IDEMPOTENCY_MS) return last', '<= IDEMPOTENCY_MS) return last']],
  'src/inquiries/inquiry.ts': [
    ["if (first.body !== body) throw new Problem('idempotency-key-reused')", ''],
    ["if (!recalled.isErased || submission.via !== 'form') return", 'return'],
    ["if (!isWritten && !isShared) throw new StoreUnavailable('the reference was taken')", ''],
    ['JSON.stringify([via, idempotency?.caller, idempotency?.key])', 'JSON.stringify([via, idempotency?.key])'],
  ],
  'src/inquiries/list.ts': [
    ['MAX_HINTS = 300', 'MAX_HINTS = 100_000'],
    ['listed.filter(({ exists }) => exists)', 'listed'],
    ['cursorOf(id) < before', 'cursorOf(id) <= before'],
  ],
  'src/inquiries/newest-inquiries.ts': [
    ['cursorAt(key) < before', 'cursorAt(key) <= before'],
    ['one <= rest', 'one < monthOf(rest)'],
    ['if (keys.length > MAX_KEYS) yield', 'if (false) yield'],
  ],
  'src/inquiries/overdue.ts': [['weekday !== 0 && weekday !== 6 && ', '']],
  'src/inquiries/reader.ts': [
    ['suspicions.length > 0 !== mayBeSpam', 'suspicions.length > 0 === mayBeSpam'],
    ["text.normalize('NFKD').replace(/\\p{M}/gu, '')", 'text'],
    ['return unreadable === true && !needsText', 'return unreadable === true'],
  ],
  'src/inquiries/reseal.ts': [
    ["    if (isCurrent(found.record)) return 'current'\n", ''],
    ['[FACTS.inquiry, FACTS.change] as const', '[FACTS.inquiry] as const'],
  ],
  'src/inquiries/spam-signals.ts': [['score >= MANY_LINKS', 'score > MANY_LINKS']],
  'src/inquiries/status.ts': [["{ kind: 'kept', next: ['closed']", "{ kind: 'kept', next: ['closed', 'declined']"]],
}
