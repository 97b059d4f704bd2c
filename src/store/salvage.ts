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
  // An earlier version made tables without row numbers, which have one tree for keys and values.
  const { sql } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'facts'").get() ?? {}
  const hasRows = !String(sql).includes('WITHOUT ROWID')
  const row = hasRows ? 'rowid' : 'NULL'
  /** The number of the row of each key, where that is known. */
  const rows = new Map<string, number | null>()
  for (const order of ['ASC', 'DESC'])
    untilDamage(() => {
      const found = database.prepare(`SELECT key, ${row} AS number FROM facts ORDER BY key ${order}`)
      for (const { key, number } of found.iterate()) rows.set(String(key), number as number | null)
    })
  const seen = new Set(rows.values())
  const newest = untilDamage(() => database.prepare(`SELECT max(${row}) AS number FROM facts`).get())
  const last = [...seen].reduce<number>((most, number) => Math.max(most, number ?? 0), Number(newest?.number ?? 0))
  const keyAt = database.prepare(`SELECT key FROM facts WHERE ${row} = ?`)
  for (let number = 1; number <= last; number++) {
    const found = seen.has(number) ? undefined : untilDamage(() => keyAt.get(number))
    if (found) rows.set(String(found.key), number)
  }
  const byRow = database.prepare(`SELECT value FROM facts WHERE ${row} = ?`)
  const byKey = database.prepare('SELECT value FROM facts WHERE key = ?')
  return {
    list: async () => [...rows.keys()].sort(),
    async read(key) {
      const number = rows.get(key) ?? null
      const found = untilDamage(() => (number === null ? byKey.get(key) : byRow.get(number)))
      return found ? parseFact(String(found.value)) : ''
    },
  }
}
