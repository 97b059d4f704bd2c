/** Reads what can be read of a damaged database, from the index of keys and from the table. */
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../ports.ts'
import { parseFact } from './fact.ts'

/** @returns a reader; for a damaged value it returns an empty text, which no schema in `FACTS` accepts */
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
