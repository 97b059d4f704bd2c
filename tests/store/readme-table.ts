/** The table of records in the manual of the store, for people: what is hashed or encrypted, and what removes a record. */
import { readFileSync } from 'node:fs'

export const README_ROWS = readFileSync('src/store/README.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `') && line.includes('/'))
  .map((line) => {
    const [key = '', record, matters, protection = '', removed = ''] = line.split(/ ?\| ?/).slice(1, -1)
    return { pattern: key.replaceAll('`', ''), record, matters, protection, removed }
  })
