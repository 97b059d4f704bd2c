/** `npm run clients`: the firm's own list of clients and opponents, with which the desk compares inquiries. */
import { officeTimeWithZone } from '../dates.ts'
import { systemClock } from '../hosts/clock.ts'
import type { KnownParty } from '../inquiries/known-party.ts'
import { EXAMPLE_FILE, FILE_RULE, parseKnownParties } from '../inquiries/known-party-file.ts'
import { LIST_SUBJECT, openKnownList, readKnownList, replaceKnownList } from '../inquiries/known-party-list.ts'
import { printable } from '../inquiries/printable.ts'
import { sealingInbox } from '../keys/inbox.ts'
import type { Store } from '../ports.ts'
import { SettingsError } from '../settings.ts'
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'
import { staffNames } from '../staff/staff-member.ts'
import { printTable, readNamedFile, runCommandLine, usageError } from './cli.ts'
import { commandInbox, commandKeys, commandPrivateKeys } from './inbox-keys.ts'
import { STORE_HELP, STORE_OPTIONS, type StoreChoice, withStore } from './store.ts'

const COMMAND = 'clients'
const HELP = `The firm's own list of clients and opponents. The desk compares the parties of each inquiry with it.

  npm run clients                        the number of entries, when they were imported, and who did it
  npm run clients -- --list              the entries: needs the private key of the inbox
  npm run clients -- import clients.csv  replaces the list with one from a file; changes nothing if the file has faults
  npm run clients -- remove              removes the list

${FILE_RULE}

${EXAMPLE_FILE.replace(/^/gm, '  ')}

${STORE_HELP}
                    import needs FRONT_DESK_KEYS, and --list FRONT_DESK_INBOX_PRIVATE_KEY
  --help            this text

The list is encrypted to the inbox before it is stored. Delete the file when it is imported.`

const OPTIONS = { list: { type: 'boolean', default: false }, ...STORE_OPTIONS } as const
const WORDS = { show: 0, import: 1, remove: 0 }

await runCommandLine({ name: COMMAND, help: HELP, options: OPTIONS, words: WORDS }, async (word, values, file) => {
  if (word === 'import') return importFile(values, file)
  await withStore(values, (store) => {
    if (word === 'remove') return replace(store, [])
    return values.list ? listAll(store, values) : show(store)
  })
})

/** The file is read and checked as a whole before the store is opened. */
async function importFile(choice: StoreChoice, file?: string): Promise<void> {
  if (file === undefined) throw usageError(COMMAND, 'say which file to import')
  const { parties, taken, faults } = parseKnownParties(readNamedFile(file))
  if (faults) throw new SettingsError(`Nothing was imported from ${file}.\n${faults.join('\n')}`)
  await withStore(choice, (store) => replace(store, parties))
  console.log(taken.map(printable).join('\n'))
}

async function replace(store: Store, parties: readonly KnownParty[]): Promise<void> {
  const ports = { store, clock: systemClock, inbox: sealingInbox(commandKeys().inbox) }
  await recordAudit(ports, BY_COMMAND, parties.length > 0 ? 'clients.imported' : 'clients.removed', LIST_SUBJECT)
  await replaceKnownList(ports, parties, BY_COMMAND)
  await show(store)
}

async function show(store: Store): Promise<void> {
  const list = await readKnownList(store)
  if (!list) return console.log('No list has been imported yet. `npm run clients -- import clients.csv` does it.')
  const who = (await staffNames({ store })).get(list.by) ?? list.by
  const [what, verb] = list.count === 0 ? ['There is no list', 'removed'] : [`Entries: ${list.count}`, 'imported']
  console.log(`${what}; ${verb} ${officeTimeWithZone(list.at)} by ${printable(who)}.`)
}

async function listAll(store: Store, choice: StoreChoice): Promise<void> {
  const { parties } = await openKnownList(store, await commandInbox(store, commandPrivateKeys(choice)))
  if (!parties) throw new SettingsError('The list is encrypted to another key of the inbox.')
  const columns = ['name', 'role', 'email', 'telephone', 'matter'] as const
  const rows = parties.map((party) => columns.map((column) => printable(party[column] ?? '')))
  printTable([...columns], rows)
}
