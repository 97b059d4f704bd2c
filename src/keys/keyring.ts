/**
 * A key set put to use: all that a world does with keys.
 */
import type { World } from '../ports.ts'
import { sealingInbox } from './inbox.ts'
import type { KeySet } from './key-set.ts'
import { ownKeys } from './token-keys.ts'
import { pepperOf } from './keyed-hash.ts'

export function keyring(keySet: KeySet): Pick<World, 'inbox' | 'pepper' | 'keys'> {
  return { inbox: sealingInbox(keySet.inbox), pepper: pepperOf(keySet.pepper), keys: ownKeys(keySet) }
}
