/** `npm run inquiries`: lists, shows and exports inquiries for the staff, and encrypts them to a new key. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SEARCHED_IN_WORDS } from '../inquiries/inquiry-fields.ts'
import { Day, officeDayStart } from '../dates.ts'
import { isStatus, STATUSES } from '../inquiries/status.ts'
import { parseReference } from '../inquiries/reference.ts'
import { resealAll } from '../inquiries/reseal.ts'
import { sealingInbox } from '../keys/inbox.ts'
import { inquiryCsv } from '../inquiries/csv.ts'
import {
  readByReference,
  readInquiries,
  readPage,
  type InquiryFilter,
  type OpenedInquiries,
} from '../inquiries/reader.ts'
import { commandInbox, commandKeys, commandPrivateKeys, isSealedTo } from './inbox-keys.ts'
import { staffNames } from '../staff/staff-member.ts'
import { SettingsError } from '../settings.ts'
import type { ReplacingStore, StaffInbox, Store } from '../ports.ts'
import { progressLines, runCommandLine, usageError } from './cli.ts'
import { inquiryCard, inquiriesInTable } from './inquiry-text.ts'
import { STORE_HELP, STORE_OPTIONS, withStore } from './store.ts'

const COMMAND = 'inquiries'
const HELP = `The inquiries that were sent to the firm.

  npm run inquiries                          the newest inquiries, as a table
  npm run inquiries -- show K7QM-2F9D        one in full
  npm run inquiries -- export --format csv   all as CSV (or json), oldest first
  npm run inquiries -- reseal                encrypts all to the present key, after \`npm run keys -- rotate-inbox\`

Filters (for the table and export):
  --topic WORD      of one topic, for example personal_injury
  --since DAY       received on this day or later, like 2026-11-01 (where the firm is)
  --until DAY       received on this day or earlier
  --search TEXT     with this text in ${SEARCHED_IN_WORDS}
  --spam            only what may be spam
  --no-spam         only what is not
  --status WORD     only those with this status: ${STATUSES.join(', ')}

Messages are shown in full, those too that the desk folds for a possible conflict.

Further:
  --limit NUMBER    rows in the table, 50 by default
  --out FILE        write the export to a file (not readable by others)
${STORE_HELP}
                    Either also needs FRONT_DESK_INBOX_PRIVATE_KEY, and reseal FRONT_DESK_KEYS
  --help            this text

The store and the private key are in .data, or where DATA_DIR says.`

const OPTIONS = {
  topic: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  search: { type: 'string' },
  spam: { type: 'boolean' },
  status: { type: 'string' },
  limit: { type: 'string', default: '50' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  ...STORE_OPTIONS,
} as const
const WORDS = { list: 0, show: 1, export: 0, reseal: 0 }

await runCommandLine(
  { name: COMMAND, help: HELP, options: OPTIONS, words: WORDS },
  async (command, values, reference) => {
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1) throw usageError(COMMAND, '--limit takes a whole number, at least 1')
    if (!['csv', 'json'].includes(values.format)) throw usageError(COMMAND, '--format takes csv or json')
    for (const day of [values.since, values.until]) {
      if (day !== undefined && !Day.safeParse(day).success)
        throw usageError(COMMAND, '--since and --until take a day like 2026-11-01')
    }
    if (values.status !== undefined && !isStatus(values.status))
      throw usageError(COMMAND, `--status takes one of ${STATUSES.join(', ')}`)
    const filter: InquiryFilter = {
      topic: values.topic,
      since: values.since && officeDayStart(values.since),
      until: values.until && officeDayStart(values.until, 1),
      search: values.search,
      mayBeSpam: values.spam,
      status: values.status,
    }
    await withStore(values, async (store) => {
      const inbox = await commandInbox(store, commandPrivateKeys(values))
      if (command === 'reseal') return reseal(store, inbox)
      if (command === 'list') return list(store, inbox, filter, limit)
      if (command === 'show') return show(store, inbox, reference)
      return exportAll(store, inbox, filter, values)
    })
  },
)

async function list(store: Store, inbox: StaffInbox, filter: InquiryFilter, limit: number): Promise<void> {
  // A command may take its time: it searches the whole store.
  const { rows, next } = await readPage(store, inbox, filter, { rows: limit, opened: Infinity })
  if (rows.length === 0) console.log('No inquiry matches.')
  else console.log(inquiriesInTable(rows, process.stdout.isTTY === true))
  console.log(
    `${next === undefined ? `${rows.length} in all` : `The newest ${rows.length}; there are older ones`}. One in full: npm run inquiries -- show REFERENCE`,
  )
}

async function show(store: Store, inbox: StaffInbox, text = ''): Promise<void> {
  const reference = parseReference(text)
  if (!reference) throw usageError(COMMAND, `show takes a reference like K7QM-2F9D`)
  const found = await readByReference(store, inbox, reference)
  if (found.length === 0) throw new SettingsError(`There is no inquiry ${reference} here.`)
  const names = await staffNames({ store })
  console.log(found.map((inquiry) => inquiryCard(inquiry, names)).join('\n\n'))
}

async function exportAll(
  store: Store,
  inbox: StaffInbox,
  filter: InquiryFilter,
  { format, out }: { format: string; out?: string },
): Promise<void> {
  const [opened, names] = await Promise.all([readInquiries(store, inbox, filter), staffNames({ store })])
  const { inquiries, unreadable } = opened
  const text = format === 'csv' ? inquiryCsv(opened, names) : inquiryJson(opened)
  if (out === undefined) process.stdout.write(text)
  else {
    writeFileSync(out, text, { mode: 0o600 })
    console.error(`${inquiries.length + unreadable.length} inquiries are in ${resolve(out)}.`)
  }
  if (unreadable.length > 0)
    console.error(`${unreadable.length} of them cannot be opened: they were sealed to a different key, or are damaged.`)
}

/** @throws SettingsError when some could not be opened */
async function reseal(store: ReplacingStore, staffInbox: StaffInbox): Promise<void> {
  const { inbox } = commandKeys()
  const ports = { store, inbox: sealingInbox(inbox), staffInbox, isCurrent: isSealedTo(inbox) }
  const { resealed, current, unreadable } = await resealAll(ports, progressLines('inquiries and notes looked at'))
  console.error(`${resealed} inquiries and notes are encrypted to the present key now; ${current} were already.`)
  if (unreadable > 0)
    throw new SettingsError(
      `${unreadable} are damaged or cannot be opened with these keys, and stay as they are. Keep every key, and add the one they are encrypted to.`,
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
