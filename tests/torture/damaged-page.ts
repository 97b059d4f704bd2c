/** Destroys random pages of the database: damage is noticed, visitors see pages, and the export names the key of each lost inquiry. */
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { DATABASE_FILE } from '../../src/hosts/machine.ts'
import { PATHS } from '../../src/site.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { checkExport, importRecords } from '../../src/store/transfer.ts'
import { removeFolder, run, temporaryFolder } from '../journeys/server.ts'
import { readStored, tally } from './stored.ts'
import { inFigures, sized, type Torture } from './torture.ts'
import { isServed, withServer } from './tortured-server.ts'
import { type Acknowledged, startWriters } from './writers.ts'

const PAGE_BYTES = 4096
type Inquiries = ReadonlyMap<string, Acknowledged>
const KEY_FILES = ['keys.json', 'inbox-private-key.json']

export const damagedPage: Torture = async (scale) => {
  const pages = sized(scale, 15, 2)
  const folder = temporaryFolder()
  try {
    const acknowledged = await fill(join(folder, 'sound'), sized(scale, 1000, 100))
    const outcomes: Awaited<ReturnType<typeof destroy>>[] = []
    for (let number = 0; number < pages; number++)
      outcomes.push(await destroy(folder, number, scale.seed, acknowledged))
    const sum = (count: (outcome: (typeof outcomes)[number]) => number) =>
      outcomes.reduce((all, outcome) => all + count(outcome), 0)
    return {
      done: `${pages} pages of ${inFigures(statSync(join(folder, 'sound', DATABASE_FILE)).size / PAGE_BYTES)} destroyed, one at a time, below ${inFigures(acknowledged.size)} inquiries: ${sum(({ isNoticed }) => Number(isNoticed))} noticed at the start, ${inFigures(sum(({ named }) => named))} records not readable and all named`,
      lost: sum(({ lost }) => lost),
      twice: 0,
      torn: sum(({ torn }) => torn),
      failed: sum(({ failed }) => failed),
      faults: outcomes.flatMap(({ faults }) => faults),
    }
  } finally {
    removeFolder(folder)
  }
}

/** All of the store is in the database file. */
async function fill(dataDir: string, most: number): Promise<Inquiries> {
  mkdirSync(dataDir)
  const acknowledged = await withServer(
    async (server) => {
      const writers = startWriters(server.base, most)
      await writers.reach(most)
      await writers.finish()
      return writers.acknowledged
    },
    { dataDir },
  )
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return acknowledged
}

async function destroy(folder: string, number: number, seed: number, acknowledged: Inquiries) {
  const [dataDir, saved] = [join(folder, `damaged-${number}`), join(folder, `saved-${number}`)]
  cpSync(join(folder, 'sound'), dataDir, { recursive: true })
  const page = overwritePage(join(dataDir, DATABASE_FILE), seed + number)
  const faults: string[] = []
  const fault = (what: string) => faults.push(`Page ${page}: ${what}.`)
  const started = await serve(dataDir, fault)
  const { code, stdout, stderr } = await run('move-store', ['export', '--what-can-be-read'], { DATA_DIR: dataDir })
  mkdirSync(saved)
  for (const file of KEY_FILES) cpSync(join(dataDir, file), join(saved, file))
  if (code !== 0) fault(`what can be read was not written: ${stderr}`)
  else await importInto(saved, stdout).catch((error: unknown) => fault(`it was not taken: ${String(error)}`))
  const named = stderr.split('\n').filter((line) => line.startsWith('not readable: '))
  if (!started.isNoticed && named.length > 0) fault('it was not noticed')
  const result = tally(acknowledged, faults.length > 0 ? [] : await readStored(saved))
  const missing = named.filter((line) => line.includes('"inquiries/')).length
  return { named: named.length, ...started, lost: Math.max(0, result.lost - missing), torn: result.torn, faults }
}

async function importInto(dataDir: string, text: string): Promise<void> {
  const chunks = () => Readable.from([text])
  await checkExport(chunks())
  const store = openSqliteStore(join(dataDir, DATABASE_FILE))
  await importRecords(store, chunks())
  await store.close()
}

/** @returns the number of the page, never the first: without it the file is no database */
function overwritePage(file: string, draw: number): number {
  const bytes = readFileSync(file)
  const page = 1 + ((draw * 48_271) % (bytes.length / PAGE_BYTES - 1))
  writeFileSync(file, bytes.fill(draw % 2 === 0 ? 0 : 'damaged ', page * PAGE_BYTES, (page + 1) * PAGE_BYTES))
  return page
}

/** A server that cannot start says why in a sentence. */
async function serve(dataDir: string, fault: (what: string) => void): Promise<{ isNoticed: boolean; failed: number }> {
  try {
    return await withServer(
      async ({ base, output }) => {
        for (const path of ['/', PATHS.contact, PATHS.deskSignIn])
          if (!(await isServed(base + path))) fault(`${path} was not served`)
        const { status } = await fetch(base + PATHS.ready)
        const isLogged = (event: string) => output().includes(`"event":"store.${event}"`)
        // Log lines may come after the answer. Where every write needs the page, the store is not even written.
        while (status === 503 && !isLogged('damaged') && !isLogged('unavailable')) await setTimeout(10)
        const isNoticed = status === 503
        if (!isNoticed && isLogged('damaged')) fault(`the log and ${PATHS.ready} do not say the same`)
        return { isNoticed, failed: output().split('"event":"request.failed"').length - 1 }
      },
      { dataDir },
    )
  } catch (error) {
    if (!/the server ended with 1: [^\n]*damaged[^\n]*\s*$/.test(String(error)))
      fault(`the start failed: ${String(error)}`)
    return { isNoticed: true, failed: 0 }
  }
}
