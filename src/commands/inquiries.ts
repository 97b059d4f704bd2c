/** `npm run inquiries`: exports the inquiries, or encrypts them to a new key. Both need the private key. */
import { resolve } from 'node:path'
import { Day, officeDayStart } from '../dates.ts'
import { resealAll } from '../inquiries/reseal.ts'
import { sealingInbox } from '../keys/inbox.ts'
import { inquiryCsv } from '../inquiries/csv.ts'
import { type InquiryFilter, type OpenedInquiries, readInquiries } from '../inquiries/record.ts'
import { staffNames } from '../staff/staff-member.ts'
import { SettingsError } from '../settings.ts'
import type { StaffInbox, Store } from '../ports.ts'
import { outputTo, runCommandLine, usageError } from './cli.ts'
import { commandInbox, commandKeys, commandPrivateKeys, isSealedTo, STORE_OPTIONS, withStore } from './store.ts'

const COMMAND = 'inquiries'
const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  ...STORE_OPTIONS,
} as const

await runCommandLine({ name: COMMAND, options: OPTIONS, arity: { export: 0, reseal: 0 } }, async (word, values) => {
  const { since, until, format } = values
  if (!['csv', 'json'].includes(format)) throw usageError(COMMAND, '--format takes csv or json')
  if (![since, until].every((day) => day === undefined || Day.safeParse(day).success))
    throw usageError(COMMAND, '--since and --until take a day like 2026-11-01')
  const filter = { since: since && officeDayStart(since), until: until && officeDayStart(until, 1) }
  await withStore(values, async (store) => {
    const inbox = await commandInbox(store, commandPrivateKeys(values))
    await (word === 'reseal' ? reseal(store, inbox) : exportAll(store, inbox, filter, values))
  })
})

async function exportAll(
  store: Store,
  inbox: StaffInbox,
  filter: InquiryFilter,
  { format, out }: { format: string; out?: string },
): Promise<void> {
  const write = outputTo(out)
  const [opened, names] = await Promise.all([readInquiries(store, inbox, filter), staffNames({ store })])
  const { inquiries, unreadable } = opened
  write(format === 'csv' ? inquiryCsv(opened, names) : inquiryJson(opened))
  if (out !== undefined) console.error(`${inquiries.length + unreadable.length} inquiries are in ${resolve(out)}.`)
  if (unreadable.length > 0)
    console.error(`${unreadable.length} of them cannot be opened: they were sealed to a different key, or are damaged.`)
}

/** @throws SettingsError at the end, when some records are damaged or cannot be opened */
async function reseal(store: Store, staffInbox: StaffInbox): Promise<void> {
  const { inbox } = commandKeys()
  const ports = { store, inbox: sealingInbox(inbox), staffInbox, isCurrent: isSealedTo(inbox) }
  const { resealed, current, unreadable } = await resealAll(ports)
  console.error(`${resealed} inquiries and notes are encrypted to the present key now; ${current} were already.`)
  if (unreadable > 0)
    throw new SettingsError(
      `${unreadable} are damaged or cannot be opened with these keys, and stay as they are. Keep every key, and add the one they are encrypted to. No key opens a damaged one: a store that is exported with --what-can-be-read and imported again is without it.`,
    )
  console.error('The earlier keys open nothing here anymore. `npm run keys -- drop-inbox` removes them.')
}

function inquiryJson({ inquiries, unreadable }: OpenedInquiries): string {
  const rows = [
    ...inquiries.map(({ record, state: { status, assignee } }) => ({ ...record, status, assignee })),
    ...unreadable.map(({ id, state: { status, assignee } }) => ({ ...id, unreadable: true, status, assignee })),
  ].sort((one, other) => (one.receivedAt < other.receivedAt ? -1 : 1))
  return `${JSON.stringify(rows, null, 2)}\n`
}
