/** The hash of the staff's keys, made cheap: each real one takes a quarter of a second, which `tests/staff/staff-key.test.ts` looks at. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeAll } from 'vitest'

export const hashes = { made: 0 }

export const useCheapScrypt = () =>
  beforeAll(() => {
    const { scrypt } = crypto
    const counted = (...[secret, salt, length, options, done]: Parameters<typeof scrypt>) => {
      hashes.made++
      scrypt(secret, salt, length, { ...options, N: 2 }, done)
    }
    crypto.scrypt = counted as typeof scrypt
    syncBuiltinESMExports()
    return () => {
      crypto.scrypt = scrypt
      syncBuiltinESMExports()
    }
  })
