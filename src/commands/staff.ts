/** `npm run staff` lists, adds and revokes staff of the desk. In production, only this command can add the first owner. */
import { BY_COMMAND, recordAudit } from '../staff/audit.ts'
import { SettingsError } from '../settings.ts'
import { createMemberId } from '../staff/staff-key.ts'
import * as members from '../staff/staff-member.ts'
import { type Ports, systemClock } from '../ports.ts'
import { removeMail } from '../mail/outbox.ts'
import { officeTimeWithZone } from '../dates.ts'
import { runCommandLine, usageError } from './cli.ts'
import { printable } from '../letters.ts'
import { STORE_OPTIONS, withStore } from './store.ts'

const COMMAND = 'staff'
type StaffPorts = Pick<Ports, 'store' | 'clock'>

const OPTIONS = {
  owner: { type: 'boolean', default: false },
  lawyer: { type: 'boolean', default: false },
  'on-call': { type: 'boolean', default: false },
  ...STORE_OPTIONS,
} as const
const COMMANDS = { '': list, add, revoke }
/** A name may have any number of words. */
const ARITY = { '': 0, add: Infinity, revoke: 1 }

await runCommandLine({ name: COMMAND, options: OPTIONS, arity: ARITY }, (word, values, ...rest) =>
  withStore(values, (store) => COMMANDS[word]({ store, clock: systemClock }, rest.join(' '), values)),
)

async function list({ store }: StaffPorts): Promise<void> {
  const all = await members.listMembers({ store })
  if (all.length === 0) return console.log('There is no one yet. `npm run staff -- add NAME --owner` adds the first.')
  printTable([
    ['Id', 'Name', 'Role', 'Since', 'Access'],
    ...all.map((member) => [
      member.id,
      printable(member.name),
      members.rolesInWords(member),
      officeTimeWithZone(member.at),
      member.revokedAt === undefined ? 'yes' : `revoked ${officeTimeWithZone(member.revokedAt)}`,
    ]),
  ])
}

/** Call `printable` first on text from people: its control characters could control a terminal. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  for (const row of rows) {
    const line = row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')
    console.log(line.trimEnd())
  }
}

async function add(ports: StaffPorts, rest: string, values: Record<'owner' | 'lawyer' | 'on-call', boolean>) {
  const name = members.StaffName.safeParse(rest)
  if (!name.success) throw usageError(COMMAND, `the name ${name.error.issues[0]?.message}`)
  const id = createMemberId()
  await recordAudit(ports, BY_COMMAND, 'staff.added', id)
  const isFirst = (await members.listMembers(ports)).length === 0
  const given = members.rolesWhere((role) => values[role === 'onCall' ? 'on-call' : role])
  // The first owner is also a lawyer, because someone must decide on conflicts of interest.
  const lawyer = given.lawyer || (given.owner && isFirst)
  const added = await members.addMember(ports, { id, name: name.data, ...given, lawyer })
  if (!added) throw new SettingsError('The new id is already taken. Please run the command again.')
  console.log(`\nThe key of ${name.data}, shown only once. Hand it over in person:\n\n${added.key}\n`)
}

async function revoke(ports: StaffPorts, id: string): Promise<void> {
  if (!id) throw usageError(COMMAND, '`revoke` needs the ID of a member')
  const member = await members.readMember(ports, id)
  if (!member) throw usageError(COMMAND, `no one has the id "${id}"`)
  await recordAudit(ports, BY_COMMAND, 'staff.revoked', id)
  await members.revokeMember(ports, id)
  await removeMail(ports.store, [id])
  console.log(`Revoked. The key of ${printable(member.name)} is invalid, and all their sessions have ended.`)
}
