/**
 * `node tests/upgrade/make-data-folder.ts FOLDER`: makes a small data folder with invented people and keys that are for nothing
 * else. `data-folders.test.ts` opens the committed ones for good. When the shape of a fact changes, make another one with the
 * last version before the change, and keep the others as they are.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { revokeRegistration } from '../../src/agents/registration.ts'
import { applyChange, type InquiryChange } from '../../src/inquiries/change.ts'
import { eraseWithMail } from '../../src/service/erase-inquiry.ts'
import { findByReference } from '../../src/inquiries/list.ts'
import { readState } from '../../src/inquiries/history.ts'
import { loadOrCreateKeys } from '../../src/keys/key-files.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { readSettings } from '../../src/settings.ts'
import { recordAudit } from '../../src/staff/audit.ts'
import { startSession } from '../../src/staff/session.ts'
import { addMember, revokeMember } from '../../src/staff/staff-member.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { DAY_MS, MINUTE_MS } from '../../src/duration.ts'
import { down } from '../mail/outbox-desk.ts'
import { createTestAgent } from '../test-agent.ts'
import { jsonRequest } from '../test-desk.ts'

const [, , folder = ''] = process.argv
mkdirSync(folder, { recursive: true })
const store = openSqliteStore(join(folder, 'front-desk.db'))
const agent = await createTestAgent()
const { service } = agent
Object.assign(service, { store, ...keyring(await loadOrCreateKeys(readSettings({ DATA_DIR: folder }))) })

const owner = await addMember(service, { name: 'Ana Núñez', owner: true })
const revoked = await addMember(service, { name: 'Bo', owner: false })
await revokeMember(service, revoked?.id ?? '')
await startSession(service, owner?.id ?? '')
const by = owner?.id ?? ''

const change = async (reference: string, wanted: InquiryChange) => {
  const [id] = await findByReference(service, reference)
  if (!id) throw new Error(`no inquiry ${reference}`)
  const { seq } = await readState(store, id)
  const outcome = await applyChange(service, id, wanted, { seen: seq, by })
  if (outcome !== 'done') throw new Error(outcome)
  await recordAudit(service, by, 'inquiry.status', reference)
}

// Three inquiries that are answered, closed and erased, and of whose days the index is complete at the end.
const person = { name: 'Zoë Example', email: 'zoe@example.com', phone: '+1 386 555 0101', otherParty: 'A. Other' }
const answered = await agent.inquire({ ...person, topic: 'wills_trusts', language: 'es', message: 'Una pregunta. 水' })
agent.advance(MINUTE_MS)
const closed = await agent.inquire({ message: 'This one is closed.' })
const erased = await agent.inquire({ message: 'This one is erased.' })
await change(answered, { status: 'contacted', assignee: by, note: 'Called, no answer.\nTry on Monday.' })
await change(answered, { status: 'conflict_check', note: 'Answered by telephone: ñ.' })
await change(closed, { status: 'closed', note: 'Not our field.' })
const [erasedId] = await findByReference(service, erased)
if (erasedId) await eraseWithMail(service, erasedId, by)
agent.advance(4 * DAY_MS)
await runHousekeeping(service)

// Claims: confirmed by the person, revoked afterwards, denied, and one that waits.
const claimed = async (decision: 'confirmed' | 'denied', email: string) => {
  const registration = await agent.serviceAuth(email)
  const { verification_uri_complete, user_code } = registration.claim
  const link = await agent.openLink(verification_uri_complete, user_code)
  await agent.decide(link, decision)
  return registration
}
const confirmed = await claimed('confirmed', 'ana@example.com')
const denied = await claimed('denied', 'denied@example.com')
const ended = await claimed('confirmed', 'ended@example.com')
await revokeRegistration(service, ended.id, 'person')
const waiting = await agent.serviceAuth('waiting@example.com')

// One from a verified person, sent with an Idempotency-Key while the mail server is down: its mail waits.
service.mailer = { send: down }
const { body: tokens } = await agent.poll(confirmed.claim_token)
const sent = await agent.send(
  'inquiries',
  '/api/v1/inquiries',
  jsonRequest(
    { name: 'Ana Example', email: 'ana@example.com', message: 'From my agent.' },
    { Authorization: `Bearer ${String(tokens.access_token)}`, 'Idempotency-Key': 'key-of-the-data-folder' },
  ),
)
const { reference: verified } = (await sent.json()) as { reference: string }
await agent.settle()
await store.close()

writeFileSync(
  join(folder, 'expected.json'),
  `${JSON.stringify(
    {
      owner,
      revoked: revoked?.id,
      inquiries: { answered, closed, verified },
      erased,
      claims: { confirmed: confirmed.id, denied: denied.id, ended: ended.id, waiting: waiting.id },
    },
    null,
    2,
  )}\n`,
)
