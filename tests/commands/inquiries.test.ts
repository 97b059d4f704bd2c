/** `npm run inquiries` as the staff type it: exports them, and what it and other commands say to do where they cannot. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ASKED, openOperator, READABLE } from './operator.ts'
import { yamlOf } from '../table.ts'

const operator = await openOperator()
afterAll(() => operator.close())
const { good } = operator

it('exports all, oldest first, or those of some days, also into a file that only its owner may read; shows how it is used', async () => {
  const { stdout } = await good('inquiries export --format json')
  const exported = JSON.parse(stdout) as { reference: string; receivedAt: string }[]
  expect(exported).toHaveLength(3)
  expect(exported.find(({ reference }) => reference === ASKED)).toMatchObject({ request: { message: READABLE } })
  expect(exported.map(({ receivedAt }) => receivedAt)).toEqual(exported.map(({ receivedAt }) => receivedAt).sort())
  const { stderr } = await good('inquiries export --out $F/all.csv')
  const file = join(operator.folder, 'all.csv')
  expect([stderr, statSync(file).mode & 0o777]).toEqual([`3 inquiries are in ${file}.`, 0o600])
  expect(readFileSync(file, 'utf8')).toBe((await good('inquiries export')).stdout)
  const refused = await operator.refused('inquiries export --out $F/all.csv')
  expect(refused).toContain('all.csv exists, and no file is overwritten')
  expect((await good('inquiries --help')).stdout).toContain('The inquiries that were sent to the firm')
})

const REFUSED = yamlOf<{ refused: [string, string][] }>('tests/commands/inquiries.yaml').refused
it.each(REFUSED)('%s is refused with what to do', async (line, words) => {
  expect(await operator.refused(line, { NETLIFY_SITE_ID: '' })).toContain(words)
})

const DAYS = yamlOf<{ days: [string, number][] }>('tests/commands/inquiries.yaml').days
it.each(DAYS)('export %s means days of the firm, wherever it runs', async (options, count) => {
  // In Tokyo it was the next day when they were received.
  const { stdout } = await good(`inquiries export --format json ${options}`, { TZ: 'Asia/Tokyo' })
  expect(JSON.parse(stdout)).toHaveLength(count)
})

it('`npm run staff` prints the time of the firm, with its zone, and makes a lawyer of the first owner only', async () => {
  for (const name of ['Ana', 'Bea']) await good(`staff add ${name} --owner`)
  const { stdout } = await good('staff', { TZ: 'Asia/Tokyo' })
  expect(stdout).toMatch(/, \d{4}, \d+:\d\d [ap]\.m\. E[SD]T/)
  expect(stdout).toMatch(/Ana +owner, lawyer +[\s\S]*Bea +owner +[A-Z]/)
})

it('says so when there is no store, and makes none', async () => {
  const DATA_DIR = `${operator.folder}/nothing`
  for (let time = 0; time < 2; time++)
    expect(await operator.refused('inquiries export', { DATA_DIR })).toContain('There is no store at')
})
