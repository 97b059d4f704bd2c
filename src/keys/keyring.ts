import type { Ports } from '../ports.ts'
import { sealingInbox } from './inbox.ts'
import type { KeySet } from './key-set.ts'
import { createTokenKeys } from './token-keys.ts'
import { createKeyedHash } from './hashes.ts'

export const keyring = (keySet: KeySet): Pick<Ports, 'inbox' | 'keyedHash' | 'keys'> => ({
  inbox: sealingInbox(keySet.inbox),
  keyedHash: createKeyedHash(keySet.pepper),
  keys: createTokenKeys(keySet),
})
