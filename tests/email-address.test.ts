/** The rule for e-mail addresses, and that everything that reads an address uses it. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { parsePerson } from '../src/agents/person.ts'
import { comparableEmail, EMAIL_RULE, isEmailAddress, isSameEmail, mailboxOf } from '../src/email-address.ts'
import { effortOf, LINEAR } from './effort.ts'
import { FirmFile } from '../src/firm/firm.ts'
import { meantEmail } from '../src/inquiries/typing-slip.ts'
import { smtpMailer } from '../src/mail/smtp.ts'
import { StaffAddress } from '../src/staff/staff-address.ts'
import { agent, useVouchedAgent } from './agents/identity/vouched-agent.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'
import { blocksOf } from './table.ts'
import { VALID_INQUIRY } from './test-desk.ts'

useVouchedAgent({ factor: 1000 })
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startSmtp()
  return () => smtp.close()
})
beforeEach(() => {
  smtp.received.length = 0
})

const has = (promise: Promise<unknown>) => promise.then(() => true).catch(() => false)

const FROM = { name: 'Firm', address: 'desk@firm.example' }
const MAIL = { id: 'receipt-1', from: FROM, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
/** True when it accepts the address. */
const USERS: Record<string, (address: string) => Promise<boolean>> = {
  'the rule': async (address) => isEmailAddress(address),
  'an inquiry': async (email) => agent.service.inquiryRequest.safeParse({ ...VALID_INQUIRY, email }).success,
  'a claim': (address) => has(parsePerson(agent.service, address)),
  'the assertion of a provider': async (email) => (await agent.present(await agent.vouch({ email }))).status === 200,
  'firm.md': async (email) => FirmFile.shape.email.safeParse(email).success,
  'the mailer': (to) => has(smtpMailer(smtp.url).send({ ...MAIL, to })),
}

const [TAKEN = [], MEANT = [], MALFORMED = [], SAME = [], OTHER = []] = blocksOf('tests/email-address.txt')
const LONGEST = [`${'a'.repeat(64)}@example.com`, `${'ñ'.repeat(32)}@example.com`, `a@${'b'.repeat(63)}.co`]
const ACCEPTED = [...TAKEN, ...LONGEST.map((address) => [address, address])]
const TOO_LONG = [`${'a'.repeat(65)}@b.co`, `${'ñ'.repeat(33)}@b.co`, `a@${'b'.repeat(64)}.co`]
const LONG_DOMAIN = ['b', 'c', 'd', 'e'].map((one) => one.repeat(62)).join('.')
const REFUSED = ['', ...MALFORMED.flat(), ...TOO_LONG, `a@${LONG_DOMAIN}.co`]

it.each(ACCEPTED)('an e-mail address is %j, for everything that reads one', async (address, mailbox) => {
  for (const [user, takes] of Object.entries(USERS)) expect(await takes(address), user).toBe(true)
  expect(mailboxOf(address)).toBe(mailbox)
  // With SMTPUTF8 (RFC 6531) the domain may be sent in Unicode, so compare mailboxes.
  expect(smtp.received.map(({ to }) => to.map(mailboxOf))).toEqual([[mailbox]])
})

it.each(MEANT)('an e-mail address %j is refused with what is meant: %s', async (address, meant, rule) => {
  for (const [user, takes] of Object.entries(USERS)) expect(await takes(address), user).toBe(false)
  expect(meantEmail(address)).toBe(meant)
  for (const schema of [agent.service.inquiryRequest.shape.email, StaffAddress, FirmFile.shape.email])
    expect(schema.safeParse(address).error?.issues[0]?.message).toBe(`${EMAIL_RULE}, ${rule}`)
  const description: unknown = expect.stringContaining(rule)
  await expect(parsePerson(agent.service, address)).rejects.toMatchObject({ description })
})

it.each(REFUSED)('an e-mail address is not %j, for everything that reads one', async (address) => {
  for (const [user, takes] of Object.entries(USERS)) expect(await takes(address), user).toBe(false)
  expect(smtp.received).toEqual([])
})

it('an e-mail address is looked at in linear time', () => {
  const long = `${'a'.repeat(300_000)}@`
  for (const hostile of [long, `${'a.'.repeat(120)}@x`, `a@${'b-'.repeat(120)}`, '@'.repeat(254)]) {
    expect(isEmailAddress(hostile)).toBe(false)
    const effort = effortOf(() => isEmailAddress(hostile), long.length)
    expect(effort, hostile.slice(0, 9)).toBeLessThan(LINEAR)
  }
})

it.each(SAME)('two addresses %j and %j are the same, to claims and wherever they are compared', async (one, other) => {
  expect(isSameEmail(one, other)).toBe(true)
  const [first, second] = [await parsePerson(agent.service, one), await parsePerson(agent.service, ` ${other} `)]
  expect(first.mac).toBe(second.mac)
})

it.each(OTHER)('two addresses %j and %j are not the same', (one, other) => expect(isSameEmail(one, other)).toBe(false))

it('an address of any script is shown with the domain that mail goes to, so that none can be taken for another', async () => {
  // Hashes stored earlier are of addresses in lower case.
  expect(comparableEmail("O'Neil+Tag@Example.COM")).toBe("o'neil+tag@example.com")
  // This address has a Cyrillic а.
  expect((await parsePerson(agent.service, 'ana@exаmple.com')).email).toBe('ana@xn--exmple-4nf.com')
})
