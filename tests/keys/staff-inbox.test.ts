import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sealingInbox } from '../../src/keys/inbox.ts'
import { loadOrCreateKeys } from '../../src/keys/key-files.ts'
import { createKeys } from '../../src/keys/key-set.ts'
import { type Route, ROUTES } from '../../src/routes.ts'
import { lazyStaffInbox } from '../../src/keys/staff-inbox.ts'
import { readSettings } from '../../src/settings.ts'

it('the private key is looked for when it is needed, from the environment or the data folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'front-desk-inbox-'))
  try {
    const open = lazyStaffInbox({}, dataDir)
    await expect(open()).rejects.toThrow(/There is no private key.*FRONT_DESK_INBOX_PRIVATE_KEY/)
    const own = await loadOrCreateKeys(readSettings({ DATA_DIR: dataDir }))
    expect(await (await open()).open({ sealed: await sealingInbox(own.inbox).seal({ a: 1 }) })).toEqual({ a: 1 })
    const other = await createKeys(false)
    const fromEnvironment = await lazyStaffInbox(
      { FRONT_DESK_INBOX_PRIVATE_KEY: JSON.stringify(other.inboxPrivateKey) },
      dataDir,
    )()
    expect(await fromEnvironment.open({ sealed: await sealingInbox(other.keys.inbox).seal({ b: 2 }) })).toEqual({
      b: 2,
    })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('no one but the desk is given it', () => {
  expect(
    Object.entries<Route>(ROUTES).filter(([name, { opensInquiries }]) => opensInquiries && name !== 'desk'),
  ).toEqual([])
  const functions = readdirSync('netlify/functions').filter((file) =>
    readFileSync(join('netlify/functions', file), 'utf8').includes('staff-inbox'),
  )
  expect(functions.filter((file) => file !== 'desk.ts')).toEqual([])
})
