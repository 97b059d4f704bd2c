/**
 * Data folders of earlier versions, which every later version must be able to read. `make-data-folder.ts` made them; none of
 * them is ever made again.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { listAllClaims } from '../../src/agents/claims/claim-list.ts'
import { listErasures } from '../../src/inquiries/erasure.ts'
import { readByReference } from '../../src/inquiries/reader.ts'
import { openingInbox } from '../../src/keys/inbox.ts'
import { loadInboxPrivateKeys, loadKeys } from '../../src/keys/key-files.ts'
import { keyring } from '../../src/keys/keyring.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import type { Log } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { upgradeStore } from '../../src/service/upgrade.ts'
import { readSettings } from '../../src/settings.ts'
import { readAudit } from '../../src/staff/audit.ts'
import { parseStaffKey } from '../../src/staff/staff-key.ts'
import { findByKey, listMembers } from '../../src/staff/staff-member.ts'
import { FACTS_VERSION } from '../../src/store/version.ts'
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openDesk, type TestDesk } from '../test-desk.ts'

let folder: string
let store: SqliteStore
let desk: TestDesk
let logged: [string, Parameters<Log>[1]][]

interface Expected {
  owner: { id: string; key: string }
  revoked: string
  inquiries: { answered: string; closed: string; verified: string }
  erased: string
  claims: Record<'confirmed' | 'denied' | 'ended' | 'waiting', string>
}
let expected: Expected

async function openData(name: string) {
  folder = temporaryFolder()
  cpSync(join('tests/upgrade', name), folder, { recursive: true })
  expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
  store = openSqliteStore(join(folder, 'front-desk.db'))
  desk = await openDesk()
  logged = []
  const log: Log = (event, fields) => void logged.push([event, fields])
  Object.assign(desk.service, { store, log, ...keyring(loadKeys(readSettings({ DATA_DIR: folder }))) })
  // The day after the folder was made.
  desk.advance(5 * DAY_MS)
}

const upgrades = () => logged.filter(([event]) => event === 'store.upgraded')

describe('the data folder of November 2026', () => {
  beforeEach(() => openData('data-of-2026-11'))
  afterEach(async () => {
    await store.close()
    removeFolder(folder)
  })

  it('holds inquiries with their notes, and one that stays erased', async () => {
    const { answered, closed, verified } = expected.inquiries
    const inbox = await openingInbox(...loadInboxPrivateKeys({}, folder))
    const read = async (reference: string) => (await readByReference(desk.service, inbox, reference))[0]
    expect(await read(answered)).toMatchObject({
      record: {
        sender: 'anonymous',
        via: 'api',
        request: {
          name: 'Zoë Example',
          email: 'zoe@example.com',
          phone: '+1 386 555 0101',
          otherParty: 'A. Other',
          topic: 'wills_trusts',
          language: 'es',
          message: 'Una pregunta. 水',
        },
      },
      state: { seq: 2, status: 'conflict_check', assignee: expected.owner.id },
      history: [
        { status: 'contacted', by: expected.owner.id, texts: ['Called, no answer.\nTry on Monday.'] },
        { status: 'conflict_check', texts: ['Answered by telephone: ñ.'] },
      ],
    })
    expect(await read(closed)).toMatchObject({ state: { status: 'closed' }, history: [{ texts: ['Not our field.'] }] })
    expect(await read(verified)).toMatchObject({
      record: { sender: 'verified_person', registration: expected.claims.confirmed },
      state: { status: 'new' },
    })
    expect(await read(expected.erased)).toBeUndefined()
    expect(await listErasures(store, expected.erased)).toHaveLength(1)
  })

  it('holds the staff, their keys and what they did', async () => {
    const members = await listMembers(desk.service)
    expect(members.map(({ id, name, owner, revokedAt }) => [id, name, owner, revokedAt !== undefined]).sort()).toEqual(
      [
        [expected.owner.id, 'Ana Núñez', true, false],
        [expected.revoked, 'Bo', false, true],
      ].sort(),
    )
    const key = parseStaffKey(expected.owner.key)
    expect(key && (await findByKey({ store }, key))).toMatchObject({ id: expected.owner.id })
    expect((await readAudit({ store }, '2026-11')).entries).toHaveLength(3)
  })

  it('holds claims in every state', async () => {
    const { confirmed, denied, ended, waiting } = expected.claims
    const claims = new Map((await listAllClaims(desk.service)).map((claim) => [claim.registration, claim]))
    expect([confirmed, denied, ended, waiting].map((id) => [claims.get(id)?.state, claims.get(id)?.email])).toEqual([
      ['confirmed', 'ana@example.com'],
      ['denied', 'denied@example.com'],
      ['revoked', 'ended@example.com'],
      ['waiting', 'waiting@example.com'],
    ])
  })

  it('holds messages that wait, and they are sent', async () => {
    expect(await runOutbox(desk.service)).toEqual({ sent: 2, failed: 0, open: 0 })
    expect(desk.mails.map(({ to }) => to).sort()).toEqual(['ana@example.com', 'desk@firm.example'])
  })

  it('is brought up to this version once, which the log says', async () => {
    // What the folder has in its index is taken out, as if it were older than the index.
    for (const prefix of ['started/']) for await (const key of store.list(prefix)) await store.remove(key)
    await upgradeStore(desk.service)
    expect(upgrades()).toEqual([['store.upgraded', { from: 0, to: FACTS_VERSION, indexedClaims: true }]])
    expect(await Array.fromAsync(store.list('started/'))).toHaveLength(1)
    await upgradeStore(desk.service)
    expect(upgrades()).toHaveLength(1)
    await runHousekeeping(desk.service)
    expect(await Array.fromAsync(store.list('index/version/'))).toEqual([`index/version/${FACTS_VERSION}`])
  })

  it('is not started on by an earlier version once a later one wrote there', async () => {
    await store.create(`index/version/${FACTS_VERSION + 1}`, {})
    await expect(upgradeStore(desk.service)).rejects.toThrow(
      `The facts in this store are of version ${FACTS_VERSION + 1}, and this program reads them up to version ${FACTS_VERSION}.`,
    )
  })
})

it('a new data folder is of this version, and the log says nothing', async () => {
  const { service, store: own, logged: lines } = await openDesk()
  await upgradeStore(service)
  expect([...own.facts]).toEqual([[`index/version/${FACTS_VERSION}`, '{}']])
  await upgradeStore(service)
  expect(lines()).toBe('')
})
