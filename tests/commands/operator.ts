/** An operator with a data folder, and a Netlify of which only the address differs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobsServer } from '@netlify/blobs/server'
import { beforeEach, expect } from 'vitest'
import { revokeRegistration } from '../../src/agents/claims/claim-record.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { createTestAgent } from '../test-agent.ts'
import { INBOX_PRIVATE_KEY, KEY_SET } from '../test-desk.ts'
import { typeInProcess } from './in-process.ts'
import '../netlify/emulated-api.mjs'
import { createRecord } from '../../src/store/record.ts'

const TOKEN = 'a-token-for-tests'
/** Three inquiries, of which one may be spam, and the claim of an agent whose registration was ended. */
const agent = await createTestAgent()
export const READABLE = 'Una pregunta. 水'
export const ASKED = await agent.inquire({ name: 'Zoë', language: 'es', message: READABLE, email: 'zoe@example.com' })
await agent.inquire()
await agent.inquire({ message: 'www.a www.b www.c' })
await revokeRegistration(agent.service, (await agent.serviceAuth()).id, 'person')
const records = [...agent.store.records].map(([key, text]) => [key, JSON.parse(text) as object] as const)
export const RECORD_COUNT = records.length

async function writeData(dataDir: string): Promise<void> {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify(KEY_SET))
  writeFileSync(join(dataDir, 'inbox-private-key.json'), JSON.stringify(INBOX_PRIVATE_KEY))
  const store = openSqliteStore(join(dataDir, 'front-desk.db'))
  await Promise.all(records.map(([key, record]) => createRecord(store, key, record)))
  await store.close()
}

export type Environment = Record<string, string>

export let operator: Awaited<ReturnType<typeof openOperator>>
/** For the top of a test file: each test has an operator of its own. */
export const useOperator = () =>
  beforeEach(async () => {
    operator = await openOperator()
    return operator.close
  })

export async function openOperator() {
  const folder = temporaryFolder()
  const netlify = new BlobsServer({ directory: join(folder, 'blobs'), token: TOKEN, port: 0 })
  const { port } = await netlify.start()
  await writeData(join(folder, 'data'))
  mkdirSync(join(folder, 'tmp'))
  const env = {
    DATA_DIR: join(folder, 'data'),
    TMPDIR: join(folder, 'tmp'),
    NETLIFY_SITE_ID: 'site',
    NETLIFY_AUTH_TOKEN: TOKEN,
    BLOBS_EMULATOR: `http://localhost:${port}`,
  }
  /** `$F` is the folder; a line has a command's file, its arguments, and perhaps `< FILE` or `> FILE`. */
  const type = (line: string, changes: Environment = {}) =>
    typeInProcess(line.replaceAll('$F', folder).trim().split(' '), { ...env, ...changes })
  return {
    /** Holds the data folder `data`, and `tmp` for temporary files. */
    folder,
    type,
    async good(line: string, changes?: Environment) {
      const typed = await type(line, changes)
      expect(typed.code, typed.stderr).toBe(0)
      return typed
    },
    /** @returns the one sentence of the failure */
    async refused(line: string, changes?: Environment) {
      const { code, stdout, stderr } = await type(line, changes)
      expect([code, stdout, stderr.split('\n').length], stderr).toEqual([1, '', 1])
      return stderr
    },
    async close() {
      await netlify.stop()
      removeFolder(folder)
    },
  }
}
