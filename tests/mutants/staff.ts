/**
 * Mutants of `src/staff/`.
 */
import type { MutantTable } from './mutant.ts'

export const STAFF: MutantTable = {
  'src/staff/session.ts': [
    ['>= MAX_SESSION_MS', '> MAX_SESSION_MS'],
    ['>= IDLE_TIMEOUT_MS', '> IDLE_TIMEOUT_MS'],
    ['!member || member.revokedAt !== undefined', '!member'],
    ['if (usedAt < step) ', 'if (false) '],
    ['keys.includes(endKey(id)) || ', ''],
    ['.filter(({ member }) => members.has(member))', ''],
    ['await store.create(endKey(id)', 'void store.create(endKey(id)'],
    ['await store.create(startKey(id)', 'void store.create(startKey(id)'],
  ],
  'src/staff/staff-key.ts': [
    [".replaceAll('O', '0').replace(/[IL]/g, '1')", ''],
    ['return stored !== undefined && timingSafeEqual', 'return timingSafeEqual'],
    ['if (!letters.startsWith(PREFIX)) return undefined\n', ''],
  ],
  'src/staff/staff-member.ts': [
    ['isTheirs && found.revokedAt === undefined', 'isTheirs'],
    ['found && isTheirs &&', 'found &&'],
    ['startsWith(names)).at(-1)', 'startsWith(names)).at(0)'],
    ['  for await (const _member of ports.store.list(STAFF_PREFIX)) return undefined\n', ''],
  ],
  'src/staff/passkey.ts': [
    ['if (!record || removed) return undefined', 'if (!record) return undefined'],
    ['Math.max(record.counter', 'Math.min(record.counter'],
    ['use.key !== key && ', ''],
  ],
  'src/staff/passkey-challenge.ts': [
    ['clock.now().getTime() >= Number(expires)', 'clock.now().getTime() > Number(expires)'],
    ['`${purpose} ${text}`, mac)', '`sign-in ${text}`, mac)'],
  ],
  'src/staff/passkey-ceremony.ts': [
    ['!verified?.verified || !(await useChallenge(site, signed))', '!verified?.verified'],
    ['member.revokedAt !== undefined || !passkey', '!passkey'],
    [
      'requireUserVerification: true,\n    supportedAlgorithmIDs',
      'requireUserVerification: false,\n    supportedAlgorithmIDs',
    ],
    ['counter: passkey.counter', 'counter: 0'],
  ],
  'src/staff/staff-address.ts': [
    ['map((key) => store.remove(key))', 'map((key) => key)'],
    ['revokedAt === undefined', 'true'],
  ],
  'src/staff/audit.ts': [['keys.length > pageKeys.length ? pageKeys', 'keys.length >= pageKeys.length ? pageKeys']],
  'src/staff/staff-names.ts': [['revokedAt === undefined', 'true']],
}
