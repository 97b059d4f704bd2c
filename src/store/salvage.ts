/** Reads what can be read of a damaged database, from the index of keys and from the table. */
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../ports.ts'
import { parseValue } from './record.ts'

/** @returns a reader; for a damaged value it returns an empty text, which no schema in `RECORDS` accepts */
export function salvage(database: DatabaseSync, isDamage: (error: unknown) => boolean): Pick<Store, 'list' | 'get'> {
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
      const found = database.prepare(`SELECT key, version AS number FROM records ORDER BY key ${order}`)
      for (const { key, number } of found.iterate()) rows.set(String(key), Number(number))
    })
  const seen = new Set(rows.values())
  const newest = untilDamage(() => database.prepare('SELECT max(version) AS number FROM records').get())
  const last = [...seen].reduce((most, number) => Math.max(most, number), Number(newest?.number ?? 0))
  const keyAt = database.prepare('SELECT key FROM records WHERE version = ?')
  for (let number = 1; number <= last; number++) {
    const found = seen.has(number) ? undefined : untilDamage(() => keyAt.get(number))
    if (found) rows.set(String(found.key), number)
  }
  const byRow = database.prepare('SELECT value FROM records WHERE version = ?')
  return {
    list: async (prefix) =>
      [...rows]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, number]) => ({ key, version: `${number}` as const }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    async get(key) {
      const number = rows.get(key)
      if (number === undefined) return undefined
      const found = untilDamage(() => byRow.get(number))
      return { value: found ? parseValue(String(found.value)) : '', version: `${number}` }
    },
  }
}
