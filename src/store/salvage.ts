/**
 * Reads a damaged database as far as that goes: each fact by itself, whether its key is found in the index, its row in the table, or both.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../ports.ts'
import { parseFact } from './fact.ts'

/**
 * Finds the keys that can be read: in the index from both of its ends, and row by row.
 * @param isDamage whether an error of SQLite says that the file is damaged
 * @returns a reader; it gives what it cannot read as an empty text, which no row of `FACTS` takes
 * @throws what is not damage
 */
export function salvage(database: DatabaseSync, isDamage: (error: unknown) => boolean): Pick<Store, 'list' | 'read'> {
  function untilDamage<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (isDamage(error)) return undefined
      throw error
    }
  }
  const rows = new Map<string, number>()
  for (const order of ['ASC', 'DESC'])
    untilDamage(() => {
      const found = database.prepare(`SELECT key, rowid AS number FROM facts ORDER BY key ${order}`)
      for (const { key, number } of found.iterate()) rows.set(String(key), Number(number))
    })
  const seen = new Set(rows.values())
  const newest = untilDamage(() => database.prepare('SELECT max(rowid) AS number FROM facts').get())
  const last = [...seen].reduce((most, number) => Math.max(most, number), Number(newest?.number ?? 0))
  const keyAt = database.prepare('SELECT key FROM facts WHERE rowid = ?')
  for (let number = 1; number <= last; number++) {
    const found = seen.has(number) ? undefined : untilDamage(() => keyAt.get(number))
    if (found) rows.set(String(found.key), number)
  }
  const byRow = database.prepare('SELECT value FROM facts WHERE rowid = ?')
  return {
    list: async () => [...rows.keys()].sort(),
    async read(key) {
      const number = rows.get(key)
      const found = number === undefined ? undefined : untilDamage(() => byRow.get(number))
      return found ? parseFact(String(found.value)) : ''
    },
  }
}
