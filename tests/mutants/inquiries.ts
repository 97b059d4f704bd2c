/**
 * Mutants of `src/inquiries/`.
 */
import type { MutantTable } from './mutant.ts'

export const INQUIRIES: MutantTable = {
  'src/inquiries/change.ts': [
    ["if (state.seq !== seen) return 'changed'", ''],
    ['  if (reopens) await addOpenHint(store, id)\n  if (isFinished', '  if (isFinished'],
    ['  if (reopens) await addOpenHint(store, id)\n  if (await', '  if (await'],
    ['  await Promise.all(undone.map((key) => store.remove(key)))\n', ''],
    ['if (failed || !isWritten) await', 'if (failed) await'],
    ['if (failed || !isWritten) await', 'if (!failed && !isWritten) await'],
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
  'src/inquiries/history.ts': [['last.set(nameOf(key).slice(0, DIGITS), key)', 'last.set(nameOf(key), key)']],
  'src/inquiries/inquiry-request.ts': [
    ['characters > max) fail(length)', 'characters >= max) fail(length)'],
    ["else if (!value.isWellFormed()) fail('must not contain a lone surrogate (half of a character)')", ''],
    [' && /\\d/.test(value)', ''],
    ['Object.keys(request).sort()', 'Object.keys(request)'],
  ],
  'src/inquiries/first-use.ts': [['< IDEMPOTENCY_MS) return last', '<= IDEMPOTENCY_MS) return last']],
  'src/inquiries/inquiry.ts': [
    ['first.body !== body && ', 'false && '],
    [' && first.body !== (await bodyOf(formerText(request)))', ''],
    ["if (!recalled.isErased || submission.via !== 'form') return", 'return'],
    ["if (!isWritten && !isShared) throw new StoreUnavailable('the reference was taken')", ''],
    ['JSON.stringify([via, idempotency?.caller, idempotency?.key])', 'JSON.stringify([via, idempotency?.key])'],
    ['return { reference, receivedAt, notice, isErased }', 'return { ...fresh, reference, receivedAt, isErased }'],
  ],
  'src/inquiries/list.ts': [
    ['MAX_HINTS = 300', 'MAX_HINTS = 100_000'],
    ['return exists ? { id, state } : undefined', 'return { id, state }'],
    ['hinted.length > MAX_HINTS_LISTED ? undefined : ', ''],
    ['cursorOf(id) < before', 'cursorOf(id) <= before'],
  ],
  'src/inquiries/newest-inquiries.ts': [
    ['cursorAt(key) < before', 'cursorAt(key) <= before'],
    ['one <= rest', 'one < monthOf(rest)'],
    ['if (keys.length > MAX_KEYS) yield', 'if (false) yield'],
  ],
  'src/inquiries/overdue.ts': [['weekday !== 0 && weekday !== 6 && ', '']],
  'src/inquiries/party-match.ts': [
    ["    .replace(/\\p{M}/gu, '')\n", ''],
    ['!NOISE.has(word)', 'true'],
    ["word === 'jr'", 'false'],
    ['isTelling ||= word.length > 1 && taken.length > 1', 'isTelling = true'],
    ['length < 4 ||', 'length < 3 ||'],
    ['/\\d/.test(one + other)', 'false'],
    ['one[0] !== other[0])', 'false)'],
    [' || isSwapped(one, other)', ''],
    ["isEnough ? 'same' : 'similar'", "'same'"],
    ['other.endsWith(one)', 'other.includes(one)'],
  ],
  'src/inquiries/reader.ts': [
    ['suspicions.length > 0 !== mayBeSpam', 'suspicions.length > 0 === mayBeSpam'],
    ['return unreadable === true && !needsText', 'return unreadable === true'],
    ['opened += texts.length', 'opened += 0'],
  ],
  'src/inquiries/status-counts.ts': [
    ['!isOpen(state.status)', 'true'],
    ['if (++parts >= MAX_PARTS) break', ''],
    ['looked.more && !statuses.every(isOpen)', 'false'],
  ],
  'src/inquiries/text-search.ts': [
    ["text.replace(BETWEEN_DIGITS, '')", 'text'],
    [' || isSameNumber(number, digitsOf(text))', ''],
  ],
  'src/inquiries/reseal.ts': [
    ["    if (others.length === 0) return 'current'\n", ''],
    ['SEALED_TEXTS.flatMap', "['note' as const].flatMap"],
    ['[FACTS.inquiry, FACTS.change] as const', '[FACTS.inquiry] as const'],
  ],
  'src/inquiries/spam-signals.ts': [['score >= MANY_LINKS', 'score > MANY_LINKS']],
  'src/inquiries/public-status.ts': [
    ['if (!exists) return undefined', ''],
    ['shown.findLastIndex((earlier) => earlier !== status) + 1', 'states.length - 1'],
    ["(since.seq === 1 && status === 'received')", 'since.seq === 1'],
  ],
  'src/inquiries/status-address.ts': [
    ['if (!(await keyedHash.matches(PURPOSE, text, mac))) return undefined', ''],
    ['keyedHash.mac(PURPOSE, text)', "keyedHash.mac(PURPOSE, '')"],
  ],
  'src/inquiries/status.ts': [
    ["{ kind: 'kept', next: ['closed']", "{ kind: 'kept', next: ['closed', 'declined']"],
    ["shown === 'received' && assignee !== undefined", "shown === 'received' && false"],
  ],
}
