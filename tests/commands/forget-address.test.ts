/** `npm run claims -- forget` as an operator types it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIRMED, type Operator, openOperator } from './operator.ts'

const RUN = 'claims'

let operator: Operator
beforeEach(async () => {
  operator = await openOperator()
})
afterEach(() => operator.close())

const addressOf = (shown: string) => /^For +(\S+@\S+)/m.exec(shown)?.[1] ?? ''

it('counts, removes nothing without --yes, and with it ends and removes what names the address', async () => {
  const { good, refused } = operator
  const email = addressOf((await good(`${RUN} show ${CONFIRMED}`)).stdout)
  expect(email).toContain('@')
  const counted = (await good(`${RUN} forget ${email}`)).stdout
  expect(counted).toMatch(/^Kept about this address:\n {2}- .*: [1-9]\n {2}- .*: [1-9]\n[^]*Nothing was removed/)
  expect(counted).not.toContain(email)
  expect((await good(`${RUN} show ${CONFIRMED}`)).stdout).toContain(email)
  expect((await good(`${RUN} forget ${email} --yes`)).stdout).toContain('\nRemoved. ')
  expect((await good(`${RUN} list --all`)).stdout).not.toContain(email)
  expect(await refused(`${RUN} show ${CONFIRMED}`)).toContain('no claim with this code')
  expect((await good(`${RUN} forget ${email} --yes`)).stdout).toContain('There is nothing to forget.')
})
