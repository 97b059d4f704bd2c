/**
 * A key set put to use: all that a world does with keys.
 */
import type { World } from '../world.ts'
import { sealingInbox } from './inbox.ts'
import type { KeySet } from './keys.ts'
import { ownKeys } from './own-keys.ts'
import { pepperOf } from './pepper.ts'

export function keyring(keySet: KeySet): Pick<World, 'inbox' | 'pepper' | 'keys'> {
  return { inbox: sealingInbox(keySet.inbox), pepper: pepperOf(keySet.pepper), keys: ownKeys(keySet) }
}
