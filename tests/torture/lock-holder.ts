/**
 * The foreign process: takes the lock of a database and holds it.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Until the server has let go, milliseconds. */
const BUSY_MS = 10_000

const [, , file = '', holdMs = ''] = process.argv
const database = new DatabaseSync(file)
database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
database.exec('BEGIN IMMEDIATE')
process.send?.('held')
await sleep(Number(holdMs))
database.exec('ROLLBACK')
database.close()
process.disconnect()
