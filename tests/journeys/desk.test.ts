/** The desk on one machine, from the first start on. */
import { afterAll, expect, it } from 'vitest'
import { typeInProcess } from '../commands/in-process.ts'
import { signIn } from './requests.ts'
import { keyIn, removeFolder, startServer, temporaryFolder } from './server.ts'

const dataDir = temporaryFolder()
afterAll(() => removeFolder(dataDir))
const env = { DATA_DIR: dataDir }
const staff = (...args: string[]) => typeInProcess(['staff', ...args], env)

it('the desk of one machine is opened by the key that the first start prints, once, and by those that `npm run staff` makes', async () => {
  const first = await startServer(env)
  const key = keyIn(first.output())
  const owner = await signIn(first.base, key)
  expect(owner.status).toBe(303)
  const page = await (await fetch(`${first.base}/desk/staff`, { headers: { Cookie: owner.cookie } })).text()
  expect(page).toContain('Signed in as')
  expect(await (await fetch(`${first.base}${/rel="stylesheet" href="([^"]+)"/.exec(page)?.[1]}`)).text()).toMatch(
    /--paper:[\s\S]*\.desk-header/,
  )
  await first.end('SIGTERM')

  const added = await staff('add', 'Ana', 'Example')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('The key of Ana Example') })
  const second = await startServer(env)
  expect(keyIn(second.output())).toBe('')
  expect((await fetch(`${second.base}/desk/staff`, { headers: { Cookie: owner.cookie } })).status).toBe(200)
  expect((await signIn(second.base, keyIn(added.stdout))).status).toBe(303)
  const id = /([0-9A-Z]{8}) +Ana/.exec((await staff()).stdout)?.[1] ?? ''
  expect((await staff('revoke', id)).code).toBe(0)
  expect((await signIn(second.base, keyIn(added.stdout))).status).toBe(403)
  expect(second.output()).not.toMatch(/DESK-|Ana Example/)
  await second.end('SIGTERM')
})

it.each([
  [['fire'], 'there is no command'],
  [['add'], 'the name must not be empty'],
  [['revoke', 'K7QM2F9D'], 'no one has the id "K7QM2F9D"'],
])('the desk of one machine tells what is wrong with %j', async (args, text) => {
  expect(await staff(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(text) })
})
