/** A new key of the inbox, as an operator types it: `rotate-inbox`, `reseal`, `drop-inbox`, on this machine and on Netlify. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createKeys } from '../../src/keys/key-set.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { KEY_SET } from '../test-desk.ts'
import { type Environment, operator, READABLE, useOperator } from './operator.ts'
import { listKeys, readValue } from '../../src/store/record.ts'

const FILES = ['keys.json', 'inbox-private-key.json'] as const
const SHOW = 'inquiries export'

useOperator()

const textOf = (file: (typeof FILES)[number]) => readFileSync(join(operator.folder, 'data', file), 'utf8')

const printed = (stdout: string): Environment =>
  Object.fromEntries(
    [...stdout.matchAll(/^(FRONT_DESK_\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

it('is rotated in the data folder: nothing is unreadable at any time, and the earlier key goes last', async () => {
  const { good, refused } = operator
  const [keysBefore, privateBefore] = FILES.map(textOf)
  await good('keys rotate-inbox')
  const keys = JSON.parse(textOf('keys.json')) as { inbox: { kid: string }; pepper: string }
  const before = JSON.parse(keysBefore ?? '') as typeof keys
  expect({ ...keys, inbox: before.inbox }).toEqual(before)
  const set = JSON.parse(textOf('inbox-private-key.json')) as { keys: { kid: string }[] }
  expect(set.keys.map(({ kid }) => kid)).toEqual([keys.inbox.kid, before.inbox.kid])
  expect((await good(SHOW)).stdout).toContain(READABLE)
  expect(await refused('keys drop-inbox')).toContain('3 inquiries and notes are encrypted to an earlier')
  expect(JSON.parse(textOf('inbox-private-key.json'))).toEqual(set)

  const { stderr } = await good('inquiries reseal')
  expect(stderr).toContain('3 inquiries and notes are encrypted to the present key now; 0 were already.')
  expect(stderr).toContain('`npm run keys -- drop-inbox` removes them.')
  expect((await good('inquiries reseal')).stderr).toContain('0 inquiries and notes are encrypted')
  const { stdout } = await good('keys drop-inbox')
  // Backups need the key, so it is printed.
  expect(stdout).toContain(JSON.stringify({ keys: [JSON.parse(privateBefore ?? '')] }))
  expect(JSON.parse(textOf('inbox-private-key.json'))).toEqual({ keys: set.keys.slice(0, 1) })
  expect((await good(SHOW)).stdout).toContain(READABLE)
})

it('that was dropped is stored, encrypted, and opens what a service that was not started again encrypted to it', async () => {
  const { good } = operator
  const store = openSqliteStore(join(operator.folder, 'data', 'front-desk.db'))
  const keys = await listKeys(store, 'inquiries/')
  const sealed = await Promise.all(keys.map((key) => readValue(store, key)))
  for (const line of ['keys rotate-inbox', 'inquiries reseal', 'keys drop-inbox']) await good(line)
  const [kept = ''] = await listKeys(store, 'dropped-keys/')
  expect(await readValue(store, kept)).toEqual({ at: expect.any(String), sealed: expect.stringMatching(/^ey/) })
  for (const [index, key] of keys.entries())
    expect(await store.put(key, sealed[index], (await store.get(key))!.version)).not.toBe('changed')
  expect((await good(SHOW)).stdout).toContain(READABLE)
  expect((await good('inquiries reseal')).stderr).toContain('3 inquiries and notes are encrypted to the present key')
  await store.remove(kept)
  await store.close()
  expect((await good(SHOW)).stdout).toContain(READABLE)
})

it('is rotated in variables, for a site on Netlify', async () => {
  const { good, refused } = operator
  await good('move-store export > $F/records.jsonl')
  await good('move-store import --netlify < $F/records.jsonl')
  const [keySet = '', privateKey = ''] = FILES.map((file) => JSON.stringify(JSON.parse(textOf(file))))
  const keys = { FRONT_DESK_KEYS: keySet, FRONT_DESK_INBOX_PRIVATE_KEY: privateKey }
  const env: Environment = { ...keys, DATA_DIR: join(operator.folder, 'none') }
  const rotated = { ...env, ...printed((await good('keys rotate-inbox', env)).stdout) }
  expect(rotated.FRONT_DESK_KEYS).not.toBe(keySet)
  const forgotten = { ...rotated, FRONT_DESK_INBOX_PRIVATE_KEY: privateKey }
  const says = 'FRONT_DESK_INBOX_PRIVATE_KEY does not hold the private key that belongs to the key set'
  expect(await refused('inquiries reseal --netlify', forgotten)).toContain(says)
  const { stderr } = await good('inquiries reseal --netlify', rotated)
  expect(stderr).toContain('3 inquiries and notes are encrypted to the present key now')
  const dropped = { ...rotated, ...printed((await good('keys drop-inbox --netlify', rotated)).stdout) }
  expect(JSON.parse(dropped.FRONT_DESK_INBOX_PRIVATE_KEY ?? '')).toMatchObject({ keys: [{ kty: 'OKP' }] })
  expect((await good(`${SHOW} --netlify`, dropped)).stdout).toContain(READABLE)
})

it('that older inquiries need and that is missing is reported by reseal', async () => {
  const { keys, inboxPrivateKey } = await createKeys(true)
  const env = { FRONT_DESK_KEYS: JSON.stringify(keys), FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(inboxPrivateKey) }
  const { code, stderr } = await operator.type('inquiries reseal', env)
  const words = '3 are damaged or cannot be opened with these keys, and stay as they are.'
  expect([code, stderr, stderr]).toEqual([1, expect.stringContaining(words), expect.not.stringContaining('drop-inbox')])
  expect(await operator.refused('keys drop-inbox', env)).toContain('3 inquiries and notes are')
})

it('goes with --out to a file that its owner alone can read, never over another, and not to the screen', async () => {
  const { good, refused, folder } = operator
  const { stdout } = await good('keys --out $F/new.env')
  expect([stdout, statSync(join(folder, 'new.env')).mode & 0o777]).toEqual(['', 0o600])
  const made = printed(readFileSync(join(folder, 'new.env'), 'utf8'))
  expect(await refused('keys --out $F/new.env')).toMatch(/new\.env exists, and no file is overwritten/)
  expect(await refused('keys rotate-inbox --out $F/new.env', made)).toContain('Nothing was changed.')
  expect((await good('keys rotate-inbox --out $F/rotated.env', made)).stdout).not.toContain('{"keys":')
  const rotated = printed(readFileSync(join(folder, 'rotated.env'), 'utf8'))
  expect(JSON.parse(rotated.FRONT_DESK_INBOX_PRIVATE_KEY ?? '')).toMatchObject({ keys: [{}, {}] })
  const later = await good('keys rotate', rotated)
  expect(later.stdout).toContain('FRONT_DESK_KEYS=')
  expect(later.stderr).toBe('Set each variable to its new value. Then start the service again, or deploy.')
})

it('that is not the right one is refused by the commands with one sentence', async () => {
  const { inboxPrivateKey } = await createKeys(true)
  for (const command of ['inquiries export', 'inquiries reseal', 'keys rotate-inbox']) {
    const refused = (key: unknown) => operator.refused(command, { FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(key) })
    expect(await refused(inboxPrivateKey)).toContain('does not hold the private key that belongs to the key set')
    expect(await refused({ kty: 'OKP' })).toContain('does not hold the private key of the inbox')
  }
  expect(JSON.parse(textOf('keys.json'))).toEqual(KEY_SET)
})
