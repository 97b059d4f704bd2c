/**
 * Mutants of `src/store/`.
 */
import type { MutantTable } from './mutant.ts'

export const STORE: MutantTable = {
  'src/store/blobs.ts': [
    ['if (modified && etag) return true', 'if (modified) return true'],
    ['found.nonce === nonce', 'false'],
    ["{ type: 'json', consistency: 'strong' }", "{ type: 'json' }"],
    ['keys.sort((one, other) => (one < other ? -1 : 1))', 'void keys'],
    ["await attempt('remove'", "void attempt('remove'"],
    ['{ onlyIfMatch: etag }', '{}'],
    ['return found?.nonce === nonce\n', 'return false\n'],
  ],
  'src/store/sqlite.ts': [
    ['ON CONFLICT DO NOTHING', 'ON CONFLICT DO UPDATE SET value = excluded.value'],
    ['WHERE key >= ? AND key < ? ORDER BY key LIMIT', 'WHERE key > ? AND key < ? ORDER BY key LIMIT'],
    ['MAX_WAIT_MS = 5 * SECOND_MS', 'MAX_WAIT_MS = 0'],
    ['synchronous = FULL', 'synchronous = OFF'],
    ["if (database.isTransaction) database.exec('ROLLBACK')\n", ''],
    ['await change(() => deleteFact', 'void change(() => deleteFact'],
    ['0o600)', '0o644)'],
    ['WHERE key = ? AND value = ?', 'WHERE key = ? AND length(?) > 0'],
    ["        selectOne.get('')\n", ''],
  ],
  'src/store/transfer.ts': [
    ['last.count !== checked.count || ', ''],
    [" || last.sha256 !== hash.digest('hex')", ''],
    ['data.key <= previous', 'data.key < previous'],
    ['header.facts > FACTS_VERSION', 'false'],
    ['isMark(key) || ', ''],
    ['for (const key of own.filter(isLater)) await store.remove(key)\n', ''],
  ],
  'src/store/newest-keys.ts': [
    ['key.slice(folder.length) < before', 'key.slice(folder.length) <= before'],
    ['keys.length <= CHUNK_SIZE) {', 'true) {'],
  ],
  'src/store/agent-facts.ts': [
    ["protection: 'hash', removed: { afterMs: HOUR_MS }", "protection: 'hash', removed: { afterMs: HOUR_MS / 60 }"],
    ['removed: { afterMs: 2 * HOUR_MS }', 'removed: { afterMs: HOUR_MS / 60 }'],
    ['CLAIM = { afterMs: 45 * DAY_MS }', 'CLAIM = { afterMs: 5 * DAY_MS }'],
  ],
}
