/**
 * An operator moves to another machine, while people write.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { typeInProcess } from '../commands/in-process.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { startOwnServer } from './build-at.ts'
import { removeFolder, startServer, temporaryFolder } from './server.ts'

async function send(base: string, message: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/inquiries`, jsonRequest({ ...VALID_INQUIRY, message }))
  expect(response.status).toBe(202)
  return ((await response.json()) as { reference: string }).reference
}

it('a new machine loses nothing, and every inquiry can be read there', async () => {
  const server = await startOwnServer()
  const there = temporaryFolder()
  const sent = new Map<string, string>()
  const write = async (base: string, message: string) => sent.set(await send(base, message), message)
  const expectReadable = async (DATA_DIR: string) => {
    for (const [reference, message] of sent)
      expect((await typeInProcess(['inquiries', 'show', reference], { DATA_DIR })).stdout).toContain(message)
  }
  const operate = async (line: string, DATA_DIR = server.dataDir) =>
    expect(await typeInProcess(line.split(' '), { DATA_DIR })).toMatchObject({ code: 0 })
  const isReady = async (base: string) => (await fetch(`${base}/api/v1/ready`)).status
  try {
    await write(server.base, 'Before.')
    const move = async () => {
      await operate(`move-store export > ${there}/store.jsonl`)
      await operate(`move-store import < ${there}/store.jsonl`, there)
    }
    await move()
    await write(server.base, 'Meanwhile.')
    await server.end('SIGTERM')
    await move()
    for (const file of ['keys.json', 'inbox-private-key.json'])
      copyFileSync(join(server.dataDir, file), join(there, file))
    const moved = await startServer({ DATA_DIR: there })
    expect(await isReady(moved.base)).toBe(200)
    await write(moved.base, 'On the new machine.')
    await expectReadable(there)
    await moved.end('SIGTERM')
  } finally {
    await server.remove()
    removeFolder(there)
  }
})
