/** Loaded before the server: the share of the calls of SQLite that the file `FAULTS_FILE` names, in percent, fails. */
import { readFileSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const file = process.env.FAULTS_FILE ?? ''
const maybeFail = () => {
  if (Math.random() * 100 < Number(readFileSync(file, 'utf8'))) throw new Error('a fault of a torture')
}

for (const name of ['get', 'all', 'run'] as const) {
  const call = StatementSync.prototype[name] as (...values: unknown[]) => unknown
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...values: unknown[]) {
      maybeFail()
      return call.apply(this, values)
    },
  })
}

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql)
  // What fails is the answer: all is written.
  if (sql === 'COMMIT') maybeFail()
}
