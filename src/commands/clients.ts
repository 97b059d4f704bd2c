/**
 * `npm run clients`: the firm's own list of clients and opponents, with which the desk compares inquiries.
 */
import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import { officeTimeWithZone } from '../dates.ts'
import { systemClock } from '../hosts/clock.ts'
import type { KnownParty } from '../inquiries/known-party.ts'
import { EXAMPLE_FILE, FILE_RULE, parseKnownParties } from '../inquiries/known-party-file.ts'
import { LIST_SUBJECT, openKnownList, readKnownList, replaceKnownList } from '../inquiries/known-party-list.ts'
import { printable } from '../inquiries/printable.ts'
import { openingInbox, sealingInbox } from '../keys/inbox.ts'
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'
import { staffNames } from '../staff/staff-member.ts'
import { readCommandLine, runCommand, usageError } from './cli.ts'
import { commandKeys, commandPrivateKeys } from './inbox-keys.ts'
import { STORE_HELP, STORE_OPTIONS, type StoreChoice, withStore } from './store.ts'

const COMMAND = 'clients'
const HELP = `The firm's own list of clients and opponents. The desk compares the parties of each inquiry with it.

  npm run clients                        the number of entries, when they were brought in, and who did it
  npm run clients -- --list              the entries: needs the private key of the inbox
  npm run clients -- import clients.csv  replaces the list by that of a file, or changes nothing if something is wrong with it
  npm run clients -- remove              removes the list

${FILE_RULE}

${EXAMPLE_FILE.replace(/^/gm, '  ')}

${STORE_HELP}
                    import needs FRONT_DESK_KEYS, and --list FRONT_DESK_INBOX_PRIVATE_KEY
  --help            this text

The list is encrypted to the inbox before it is stored. Delete the file when it is brought in.`

const OPTIONS = {
  list: { type: 'boolean', default: false },
  ...STORE_OPTIONS,
  help: { type: 'boolean', default: false },
} as const

await runCommand(async () => {
  const { values, positionals } = readCommandLine(COMMAND, OPTIONS)
  const [command = 'show', file, ...rest] = positionals
  if (values.help) return void console.log(HELP)
  if (rest.length > 0 || (file !== undefined && command !== 'import'))
    throw usageError(COMMAND, `${command} takes nothing more`)
  if (command === 'import') return importFile(values, file)
  if (command === 'remove') return withStore(values, (store) => replace(store, []))
  if (command !== 'show') throw usageError(COMMAND, `there is no command "${command}"`)
  await withStore(values, (store) => (values.list ? listAll(store, values) : show(store)))
})

/** The file is read and checked as a whole before the store is opened. */
async function importFile(choice: StoreChoice, file: string | undefined): Promise<void> {
  if (file === undefined) throw usageError(COMMAND, 'say which file to import')
  const { parties, faults } = parseKnownParties(textOf(file))
  if (faults) throw new SettingsError(`Nothing was brought in from ${file}.\n${faults.join('\n')}`)
  await withStore(choice, (store) => replace(store, parties))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

async function replace(store: Store, parties: readonly KnownParty[]): Promise<void> {
  const ports = { store, clock: systemClock, inbox: sealingInbox(commandKeys().inbox) }
  await recordAudit(ports, BY_COMMAND, parties.length > 0 ? 'clients.imported' : 'clients.removed', LIST_SUBJECT)
  await replaceKnownList(ports, parties, BY_COMMAND)
  await show(store)
}

async function show(store: Store): Promise<void> {
  const list = await readKnownList(store)
  if (!list) return console.log('No list was brought in yet. `npm run clients -- import clients.csv` does it.')
  const who = (await staffNames({ store })).get(list.by) ?? list.by
  const [what, verb] = list.count === 0 ? ['There is no list', 'removed'] : [`Entries: ${list.count}`, 'brought in']
  console.log(`${what}; ${verb} ${officeTimeWithZone(list.at)} by ${printable(who)}.`)
}

async function listAll(store: Store, choice: StoreChoice): Promise<void> {
  const { parties } = await openKnownList(store, await openingInbox(...commandPrivateKeys(choice)))
  if (!parties) throw new SettingsError('The list is encrypted to another key of the inbox.')
  const columns = ['name', 'role', 'email', 'telephone', 'matter'] as const
  const table = new Table({ head: [...columns], style: { head: [], border: [] } })
  table.push(...parties.map((party) => columns.map((column) => printable(party[column] ?? ''))))
  console.log(table.toString())
}
