/**
 * `npm run inquiries`: the staff's window on what came in.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseReference } from '../practice/reference.ts'
import { openingInbox } from '../server/inbox.ts'
import { readInquiries, type InquiryFilter, type OpenedInquiries } from '../server/inquiry-reader.ts'
import { loadInboxPrivateKey } from '../server/key-files.ts'
import { SettingsError } from '../settings.ts'
import { failPlainly } from './fail.ts'
import { inquiryCard, inquiryCsv, inquiryTable } from './inquiry-text.ts'
import { dataDirOf, withStore } from './stores.ts'

const HELP = `What came in at the front desk.

  npm run inquiries                          the newest inquiries, as a table
  npm run inquiries -- show K7QM-2F9D        one in full
  npm run inquiries -- export --format csv   all as CSV (or json), oldest first

Choose among them (with the table and with export):
  --topic WORD      of one topic, for example personal_injury
  --since DAY       received on this day or later, like 2026-11-01 (UTC)
  --until DAY       received on this day or earlier
  --search TEXT     with this text in name, e-mail, other side or message
  --spam            only what may be spam
  --no-spam         only what is not

Further:
  --limit NUMBER    rows of the table, 50 unless you say
  --out FILE        write the export to a file (not readable by others)
  --netlify         of the site on Netlify: needs NETLIFY_SITE_ID, NETLIFY_AUTH_TOKEN and
                    FRONT_DESK_INBOX_PRIVATE_KEY in the environment
  --help            this text

The store and the private key are in .data, or where DATA_DIR says.`

const OPTIONS = {
  topic: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  search: { type: 'string' },
  spam: { type: 'boolean' },
  limit: { type: 'string', default: '50' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  netlify: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

await failPlainly(async () => {
  const { values, positionals } = readArguments()
  const [command = 'list', reference] = positionals
  if (values.help || command === 'help') return console.log(HELP)
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1) throw usage('--limit takes a whole number from 1')
  if (!['csv', 'json'].includes(values.format)) throw usage('--format takes csv or json')
  for (const day of [values.since, values.until]) {
    if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)) throw usage('--since and --until take a day like 2026-11-01')
  }
  const filter: InquiryFilter = { topic: values.topic, since: values.since, until: values.until, search: values.search, suspicious: values.spam }
  const read = (chosen: InquiryFilter) => openInbox(values.netlify, chosen)
  if (command === 'list') return list(await read(filter), limit)
  if (command === 'show') return show(await read({}), reference)
  if (command === 'export') return exportAll(await read(filter), values.format, values.out)
  throw usage(`there is no command "${command}"`)
})

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'the arguments cannot be read')
  }
}

function usage(what: string): SettingsError {
  return new SettingsError(`${what}. \`npm run inquiries -- --help\` shows what there is.`)
}

function openInbox(netlify: boolean, filter: InquiryFilter): Promise<OpenedInquiries> {
  return withStore(netlify, async (store) => readInquiries(store, await openingInbox(loadInboxPrivateKey(process.env, dataDirOf(process.env))), filter))
}

function list({ inquiries, unreadable }: OpenedInquiries, limit: number): void {
  if (inquiries.length === 0) console.log('Nothing came in that fits.')
  else console.log(inquiryTable(inquiries.slice(-limit), process.stdout.isTTY === true))
  const hidden = Math.max(0, inquiries.length - limit)
  console.log(`${inquiries.length} in all${hidden ? `, the newest ${limit} are shown` : ''}. One in full: npm run inquiries -- show REFERENCE`)
  warn(unreadable)
}

function show({ inquiries, unreadable }: OpenedInquiries, text = ''): void {
  const reference = parseReference(text)
  if (!reference) throw usage(`show takes a reference like K7QM-2F9D`)
  const found = inquiries.filter((inquiry) => inquiry.reference === reference)
  if (found.length === 0) throw new SettingsError(`There is no inquiry ${reference} here.`)
  console.log(found.map(inquiryCard).join('\n\n'))
  warn(unreadable)
}

function exportAll({ inquiries, unreadable }: OpenedInquiries, format: string, out?: string): void {
  const text = format === 'csv' ? inquiryCsv(inquiries) : `${JSON.stringify(inquiries, null, 2)}\n`
  if (out === undefined) process.stdout.write(text)
  else {
    writeFileSync(out, text, { mode: 0o600 })
    console.error(`${inquiries.length} inquiries are in ${resolve(out)}.`)
  }
  warn(unreadable)
}

function warn(unreadable: number): void {
  if (unreadable > 0) console.error(`${unreadable} more cannot be opened: they were sealed to another key than this one.`)
}
