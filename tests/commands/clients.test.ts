/** `npm run clients` as an operator types it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KEY_SET } from '../test-desk.ts'
import { type Operator, openOperator } from './operator.ts'

const RUN = 'clients'

let operator: Operator
beforeEach(async () => {
  operator = await openOperator()
  writeFileSync(
    join(operator.folder, 'clients.csv'),
    '\uFEFFname;role;matter\r\nJosé Ñúñez;client;Will\r\nAcme;opponent;\r\n',
  )
  writeFileSync(join(operator.folder, 'bad.csv'), 'name,role\nAna,client\nBo,friend\n')
})
afterEach(() => operator.close())

it('brings a list in, counts it, lists it with the private key, and removes it', async () => {
  const { good } = operator
  expect((await good(RUN)).stdout).toContain('No list has been imported yet.')
  const { stdout } = await good(`${RUN} import $F/clients.csv`)
  expect(stdout).toMatch(
    /^(Entries: 2; imported .+ by command\.\n)Columns read: name, role, matter\. Others: none\.\nPeople: 2\. Companies: 0\.\n$/,
  )
  expect(stdout).toContain((await good(RUN)).stdout)
  const listed = (await good(`${RUN} --list`)).stdout
  for (const text of ['José Ñúñez', 'client', 'Will', 'Acme', 'opponent']) expect(listed).toContain(text)
  expect((await good(`${RUN} remove`)).stdout).toMatch(/^There is no list; removed .+ by command\.\n$/)
  expect((await good(`${RUN} --list`)).stdout).not.toContain('Acme')
})

it('needs only the public key to bring a list in, and works on Netlify', async () => {
  const { good, refused, folder } = operator
  const env = { FRONT_DESK_KEYS: JSON.stringify(KEY_SET), DATA_DIR: join(folder, 'none') }
  expect((await good(`${RUN} import $F/clients.csv --netlify`, env)).stdout).toContain('Entries: 2;')
  expect(await refused(`${RUN} --list --netlify`, env)).toContain('FRONT_DESK_INBOX_PRIVATE_KEY')
})

it('changes nothing when something is wrong, and says what', async () => {
  const { good, refused, type } = operator
  const { stdout } = await good(`${RUN} import $F/clients.csv`)
  const { code, stderr } = await type(`${RUN} import $F/bad.csv`)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Nothing was imported from .+bad\.csv\.\nLine 3: the role must be .+\.$/)
  expect(await refused(`${RUN} import $F/none.csv`)).toContain('none.csv cannot be read')
  expect(await refused(`${RUN} import`)).toContain('say which file to import')
  expect(await refused(`${RUN} export`)).toContain('there is no command "export"')
  expect(await refused(`${RUN} remove Ana`)).toContain('remove takes no more words')
  expect(stdout).toContain((await good(RUN)).stdout)
})
