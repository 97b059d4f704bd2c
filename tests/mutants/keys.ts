/**
 * Mutants of `src/keys/`.
 */
import type { MutantTable } from './mutant.ts'

export const KEYS: MutantTable = {
  'src/keys/key-set.ts': [
    ['production && keys.development', 'false'],
    ['signing: [await createJwk(SIGNING_ALG), ...retired]', 'signing: [await createJwk(SIGNING_ALG)]'],
    ['sealing: [createSealingKey(), ...keys.sealing]', 'sealing: [createSealingKey()]'],
    ['signing: keys.signing.slice(0, 1), sealing', 'signing: keys.signing, sealing'],
  ],
  'src/keys/token-keys.ts': [
    ["if (header?.typ !== typ || 'zip' in header", "if (header === undefined || 'zip' in header"],
    ["if (header?.typ !== purpose || 'zip' in header", "if (header === undefined || 'zip' in header"],
    ['  if (!/^[\\w-]+(\\.[\\w-]*)+$/.test(text)) return undefined\n', ''],
    ['signing.map(({ d: _private, ...jwk }) => ({ ...jwk', 'signing.map((jwk) => ({ ...jwk'],
  ],
  'src/keys/key-files.ts': [['mode: 0o600', 'mode: 0o644']],
  'src/keys/staff-inbox.ts': [['(opened ??= openingInbox', '(opened = openingInbox']],
  'src/keys/keyed-hash.ts': [['`${purpose}\\0${text}`', '`${text}`']],
}
