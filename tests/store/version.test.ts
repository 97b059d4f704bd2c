import { expect, it } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { createRecord } from '../../src/store/record.ts'
import { checkLayout, LAYOUT_VERSION } from '../../src/store/version.ts'
import { RECORDS } from '../../src/store/records.ts'
import { memoryStore } from '../memory-store.ts'

/** Housekeeping never removes a kind without a row. `.github/CONTRIBUTING.md` says how one is retired: the row stays, or the version is raised. */
const KINDS_OF_VERSION: Readonly<Record<number, string>> = {
  5: `inquiries/<month>/<time>/<reference> open/<time>/<reference>/<nonce> due/<time>/<record>/<nonce> stuck/<record>/<nonce> version/<version>
    clock/<time> parties/<days> erased/<day>/<time>/<reference> names/<month>/<time>/<reference> known/<list> dropped-keys/<time>
    idempotency/<day>/<name> mail/<time>/<message> receipts/<day>/<address> members/<member> reminders/<day> sessions/<session>
    passkeys/challenges/<challenge> audit/<month>/<time>-<id> checks/<time>-<id> revoked/tokens/<token> jti/<assertion>
    subjects/<subject>/<registration> people/<address>/<proof> claims/<registration> waiting/<time>/<registration> codes/<code>`,
}

it('a kind of record that a store of this version may hold has its row', () => {
  const patterns = Object.values(RECORDS).map(({ pattern }) => pattern)
  expect(patterns).toEqual(expect.arrayContaining((KINDS_OF_VERSION[LAYOUT_VERSION] ?? 'none').split(/\s+/)))
})

it('a store says which version wrote in it, and no other program starts on its records', async () => {
  const store = memoryStore()
  await checkLayout(store)
  await checkLayout(store)
  expect(store.keysOf()).toEqual([`version/${LAYOUT_VERSION}`])
  for (const version of [LAYOUT_VERSION - 1, LAYOUT_VERSION + 1]) {
    const other = memoryStore()
    await createRecord(other, `version/${version}`, {})
    await expect(checkLayout(other)).rejects.toThrow(SettingsError)
    await expect(checkLayout(other)).rejects.toThrow(`The records in this store are of version ${version}`)
    expect(other.keysOf()).toEqual([`version/${version}`])
  }
})
