/**
 * Mutants of `src/service/`.
 */
import type { MutantTable } from './mutant.ts'

export const SERVICE: MutantTable = {
  'src/service/change-inquiry.ts': [
    ['by: editor.by', 'by: id.reference'],
    ['changed.map((field)', "changed.filter((field) => field === 'note').map((field)"],
  ],
  'src/service/housekeeping.ts': [
    ['writtenAt(await store.read(key)) < before', '!(writtenAt(await store.read(key)) >= before)'],
    ['((now / HOUR_MS) * GOLDEN_RATIO) % 1', '0'],
    ['if (key < start) return', 'return'],
    ['if (isOld) await remove(store, key)', 'if (isOld) void remove(store, key)'],
    ['const KINDS_AT_ONCE = 5', 'const KINDS_AT_ONCE = 1'],
  ],
  'src/service/staff-mail.ts': [
    ['!assignee || assignee === by ||', '!assignee ||'],
    [' || before.assignee === assignee', ''],
    ['if (isEarly || ', 'if ('],
    ['    await service.store.create(done, { at: now.toISOString() })\n', ''],
    ["!current.has(state.assignee ?? '')", 'state.assignee === undefined'],
    ['state.status === FIRST_STATUS && ', ''],
  ],
  'src/service/service.ts': [['if (statedRetentionDays !== ports.retentionDays)', 'if (true)']],
  'src/service/upgrade.ts': [
    ['from > FACTS_VERSION', 'false'],
    ['  if (from === FACTS_VERSION) return\n', ''],
    ['.next()).done === true', '.next()).done === undefined'],
  ],
  'src/service/readiness.ts': [
    ['last.endedAt === undefined || ', ''],
    ['Math.abs(now() - last.endedAt)', 'now() - last.endedAt'],
    ['(check.endedAt = now())', '(check.endedAt = 0)'],
    ['writtenAt(await store.read(key)) !== Date.parse(at)', '(await store.read(key)) === undefined'],
  ],
  'src/service/notify-agent-linked.ts': [[' || !isFresh) return', ') return']],
  'src/service/rate-limit.ts': [
    ['budget.windows.used(key, now) >= budget.quota', 'budget.windows.used(key, now) > budget.quota'],
    ['if (!refusing) for', 'for'],
    ['if (everyone) asked.push({ budget: everyone, key: ALL_CALLERS })', ''],
    ['if (RATE_LIMITS[limit].openWhenBroken) return {}', ''],
  ],
  'src/service/network.ts': [['const CALLER_BITS = 64', 'const CALLER_BITS = 128']],
  'src/service/fixed-windows.ts': [
    ['found.endsAt > now ?', 'found.endsAt >= now ?'],
    ['endsAt > now && windows.size < MAX_WINDOWS', 'endsAt > now'],
  ],
  'src/service/signed-receipt.ts': [
    ["const TYP = 'receipt+jwt'", "const TYP = 'oauth-id-jag+jwt'"],
    ['canonicalText(request)', 'JSON.stringify(request)'],
  ],
  'src/service/person-facts.ts': [['shown ?? letterLanguage(', 'letterLanguage(']],
  'src/service/submit-inquiry.ts': [
    ['isSameEmail(vouchedBy, email)', 'true'],
    ['isSameEmail(vouchedBy, email)', 'false'],
    [': { ...asAgent, vouchedBy }', ': asAgent'],
    ['messages.filter(({ fact }) => stored.has(fact))', '[]'],
    ['messages.filter(({ fact }) => stored.has(fact))', 'messages'],
    ['agent?.registration.id ?? networkOf(caller.address)', 'networkOf(caller.address)'],
  ],
  'src/service/write-down-call.ts': [
    ['isNoticeRead: String(isNoticeRead), ', ''],
    ['caller: writtenBy', "caller: 'desk'"],
  ],
  'src/service/forget-traces.ts': [
    ['member ?? BY_COMMAND', 'BY_COMMAND'],
    ["  await recordAudit(ports, by, 'address.forgotten', countsInWords(countTraces(traces)))\n", ''],
    ['  await removeMessages(ports.store, [], ended)\n', ''],
  ],
  'src/service/erase-inquiry.ts': [
    ['  await removeMessages(ports.store, [id])\n', ''],
    ['await removeMessages(ports.store, [id])', 'void removeMessages(ports.store, [id])'],
  ],
}
