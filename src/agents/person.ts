/** A person's e-mail address identifies them. It is stored sealed, and compared by its keyed hash. */
import * as z from 'zod'
import { comparableEmail, mailboxOf } from '../email-address.ts'
import { keyOf, prefixOf, readValue, createRecord } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { unsealAs } from '../unseal.ts'
import { AgentError } from './agent-error.ts'
import type { AgentPorts } from './agent-ports.ts'

const EMAIL_PURPOSE = 'person'
const Parties = z.object({ email: z.string(), clientName: z.string().optional() })

export interface Person {
  /** The domain is in ASCII, so that a look-alike domain can be seen. */
  email: string
  /** Keyed hash of the address. */
  mac: string
}

/** @throws AgentError `invalid_login_hint` when the value is not an e-mail address */
export async function parsePerson({ keyedHash }: AgentPorts, value: string): Promise<Person> {
  const email = mailboxOf(value.trim())
  if (email === undefined) throw new AgentError('invalid_login_hint')
  return { email, mac: await keyedHash.mac('person', comparableEmail(email)) }
}

export const sealParties = ({ keys }: AgentPorts, parties: z.infer<typeof Parties>): Promise<string> =>
  keys.seal(EMAIL_PURPOSE, parties)

/** @returns undefined when the key that sealed them was dropped */
export const openParties = ({ keys }: AgentPorts, { sealedEmail }: { sealedEmail: string }) =>
  unsealAs(Parties, keys, EMAIL_PURPOSE, sealedEmail)

/** Masks an address, like `a•••@example.com`, for people who may not own it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

export const personPrefix = ({ mac }: Pick<Person, 'mac'>) => `${prefixOf(RECORDS.known)}${mac}/`
const knownKey = ({ mac }: Pick<Person, 'mac'>) => keyOf(RECORDS.known, { address: mac })
const linkKey = ({ mac }: Pick<Person, 'mac'>, link: string) => keyOf(RECORDS.provider, { address: mac, subject: link })

export const hashProviderSubject = ({ keyedHash }: AgentPorts, issuer: string, subject: string) =>
  keyedHash.mac('provider-subject', JSON.stringify([issuer, subject]))

export const isKnownPerson = async ({ store }: AgentPorts, person: Person) =>
  (await readValue(store, knownKey(person))) !== undefined

export const isProviderLinked = async ({ store }: AgentPorts, person: Person, link: string) =>
  (await readValue(store, linkKey(person, link))) !== undefined

/** A linked subject's assertions need no confirmation. */
export const linkProvider = ({ store, clock }: AgentPorts, person: Pick<Person, 'mac'>, link: string) =>
  createRecord(store, linkKey(person, link), { at: clock.now().toISOString() })

/** @param link keyed hash of the provider's subject that the person confirmed too */
export async function rememberPerson(ports: AgentPorts, person: Pick<Person, 'mac'>, link?: string): Promise<void> {
  await Promise.all([
    createRecord(ports.store, knownKey(person), { at: ports.clock.now().toISOString() }),
    link === undefined ? undefined : linkProvider(ports, person, link),
  ])
}
