/**
 * The server on a data folder of an earlier version: what it says at the first start, and that people can go on working.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FACTS_VERSION } from '../../src/store/version.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { failToStart, removeFolder, run, startServer, temporaryFolder } from './server.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  cpSync('tests/upgrade/data-of-2026-11', folder, { recursive: true })
})
afterEach(() => removeFolder(folder))

it('says once that it brought the facts up to its version, and everything is there', async () => {
  const upgrades: string[][] = []
  for (let start = 0; start < 2; start++) {
    const server = await startServer({ DATA_DIR: folder })
    expect((await fetch(`${server.base}/desk`, { redirect: 'manual' })).status).toBe(303)
    expect(await server.end('SIGTERM')).toBe(0)
    const lines = server.output().split('\n')
    upgrades.push(lines.filter((line) => line.includes('"store.upgraded"')))
  }
  expect(upgrades.map(({ length }) => length)).toEqual([1, 0])
  expect(JSON.parse(upgrades[0]?.[0] ?? '')).toMatchObject({ from: 0, to: FACTS_VERSION })
  const { inquiries } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
    inquiries: Record<string, string>
  }
  const { stdout } = await run('inquiries', ['export', '--format', 'json'], { DATA_DIR: folder })
  const exported = JSON.parse(stdout) as { reference: string; request?: object }[]
  expect(exported.filter(({ request }) => request).map(({ reference }) => reference)).toEqual(Object.values(inquiries))
})

it('does not start on the facts of a later version, and says why', async () => {
  const store = openSqliteStore(join(folder, 'front-desk.db'))
  await store.create(`index/version/${FACTS_VERSION + 1}`, {})
  await store.close()
  const { code, message } = await failToStart({ DATA_DIR: folder })
  expect([code, message.trim().split('\n').length]).toEqual([1, 1])
  expect(message).toContain(`The facts in this store are of version ${FACTS_VERSION + 1}`)
})
