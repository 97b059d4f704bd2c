/** `npm run store`: writes all records of a store to standard output, and reads them back into a store. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SettingsError } from '../settings.ts'
import { checkExport, exportRecords, importRecords } from '../store/transfer.ts'
import { runCommandLine, usageError } from './cli.ts'
import { STORE_OPTIONS, type StoreChoice, withStore } from './store.ts'

const COMMAND = 'store'
const ARITY = { export: 0, import: 0 }
const OPTIONS = { ...STORE_OPTIONS, 'what-can-be-read': { type: 'boolean', default: false } } as const

await runCommandLine({ name: COMMAND, options: OPTIONS, arity: ARITY }, (word, values) =>
  word === 'import' ? importAll(values) : exportAll(values, values['what-can-be-read']),
)

async function exportAll(choice: StoreChoice, skipsUnreadable: boolean): Promise<void> {
  let leftOut = 0
  const leaveOut = (key: string) => {
    leftOut += 1
    console.error(`not readable: ${JSON.stringify(key)}`)
  }
  await withStore({ ...choice, opens: skipsUnreadable ? 'salvaged' : 'frozen' }, async (store) => {
    const lines = exportRecords(store, skipsUnreadable ? leaveOut : undefined)
    await pipeline(Readable.from(lines), process.stdout, { end: false })
  })
  console.error(
    skipsUnreadable
      ? `What can be read is written, and the last line is its checksum. Not readable: ${leftOut}. Records whose key cannot be read are not counted.`
      : 'All records are written, and the last line is their checksum.',
  )
}

/** @throws SettingsError when the export is invalid (nothing is written), or the store has another value for a key (the rest is written) */
async function importAll(choice: StoreChoice): Promise<void> {
  if (process.stdin.isTTY) throw usageError(COMMAND, '`import` reads standard input, like `import < records.jsonl`')
  // Standard input goes to a file first, because it is read twice: all of it is checked before anything is written.
  const folder = mkdtempSync(join(tmpdir(), 'front-desk-import-'))
  try {
    const file = join(folder, 'records.jsonl')
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
    const read = () => createReadStream(file, 'utf8')
    await checkExport(read())
    const { created, same, conflicts } = await withStore({ ...choice, opens: 'created' }, (store) =>
      importRecords(store, read()),
    )
    console.error(`${created} records were written, ${same} were there already.`)
    if (conflicts > 0) throw new SettingsError(`${conflicts} exist with another value, and were left as they are.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
