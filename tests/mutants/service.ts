/**
 * Mutants of `src/service/`.
 */
import type { MutantTable } from './mutant.ts'

export const SERVICE: MutantTable = {
  'src/service/housekeeping.ts': [
    ['writtenAt(await store.read(key)) < before', '!(writtenAt(await store.read(key)) >= before)'],
    ['rotated(candidates, now)', 'candidates'],
    ['if (isOld) await store.remove(key)', 'if (isOld) void store.remove(key)'],
  ],
  'src/service/notify-agent-linked.ts': [[' || !isFresh) return', ') return']],
  'src/service/rate-limit.ts': [
    ['window.used < quota', 'window.used <= quota'],
    ['.slice(0, 8)', '.slice(0, 16)'],
    ['if (RATE_LIMITS[limit].openWhenBroken) return {}', ''],
    [
      'if (everyone === undefined || !callerState.allowed) return callerState',
      'if (everyone === undefined) return callerState',
    ],
  ],
  'src/service/submit-inquiry.ts': [
    ["agent.claimed ? 'verified_person' : 'agent'", "'agent'"],
    ['    sendAfterResponse(service, messages)\n', ''],
    ['agent?.registration.id ?? networkOf(caller.address)', 'networkOf(caller.address)'],
  ],
  'src/service/erase-inquiry.ts': [
    ['  await removeMessages(ports.store, [id])\n', ''],
    ['await removeMessages(ports.store, [id])', 'void removeMessages(ports.store, [id])'],
  ],
}
