/**
 * A key set put to use: all that a world does with keys.
 */
import type { Ports } from '../ports.ts'
import { sealingInbox } from './inbox.ts'
import type { KeySet } from './key-set.ts'
import { createTokenKeys } from './token-keys.ts'
import { createKeyedHash } from './keyed-hash.ts'

export function keyring(keySet: KeySet): Pick<Ports, 'inbox' | 'keyedHash' | 'keys'> {
  return { inbox: sealingInbox(keySet.inbox), keyedHash: createKeyedHash(keySet.pepper), keys: createTokenKeys(keySet) }
}
