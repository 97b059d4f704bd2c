/** `npm run inquiries` as the staff type it: lists, shows and exports, and says what to do where it cannot. */
import { afterAll, expect, it } from 'vitest'
import { ASKED, openOperator, READABLE } from './operator.ts'

const operator = await openOperator()
afterAll(() => operator.close())
const { good } = operator

it('lists, searches, shows and exports', async () => {
  const list = (await good('inquiries')).stdout
  expect(list).toContain(ASKED)
  expect(list).toContain('3 in all')
  expect((await good(`inquiries show ${ASKED.toLowerCase()}`)).stdout).toContain(READABLE)
  expect((await good('inquiries list --search ACCIDENT')).stdout).toContain('1 in all')
  expect((await good('inquiries list --topic animal_law')).stdout).toContain('No inquiry matches.')
  expect((await good('inquiries list --spam')).stdout).toMatch(/spam\?[^]*1 in all/)
  const exported = JSON.parse((await good('inquiries export --format json')).stdout) as { reference: string }[]
  expect(exported.map(({ reference }) => list.includes(reference))).toEqual([true, true, true])
  expect((await good('inquiries export --no-spam')).stdout.trim().split('\r\n')).toHaveLength(3)
})

it('shows how it is used', async () =>
  expect((await good('inquiries --help')).stdout).toContain('The inquiries that were sent to the firm'))

it.each([
  ['show K7QM-2F9D', 'There is no inquiry K7QM-2F9D here'],
  ['frobnicate', 'there is no command "frobnicate"'],
  ['--since yesterday', 'take a day like 2026-11-01'],
  ['--netlify', 'Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN'],
])('%s is refused with what to do', async (args, words) => {
  expect(await operator.refused(`inquiries ${args}`, { NETLIFY_SITE_ID: '' })).toContain(words)
})

it('says so when there is no store, and makes none', async () => {
  const DATA_DIR = `${operator.folder}/nothing`
  for (let time = 0; time < 2; time++)
    expect(await operator.refused('inquiries', { DATA_DIR })).toContain('There is no store at')
})
