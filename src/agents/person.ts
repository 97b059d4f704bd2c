/**
 * The person who vouches: known by an e-mail address, which is stored sealed and compared as a keyed hash.
 */
import { comparableEmail, mailboxOf } from '../email-address.ts'
import { AgentError } from './agent-error.ts'
import type { AgentPorts } from './agent-ports.ts'

const EMAIL_PURPOSE = 'person'

export interface Person {
  /** The mailbox, as mail is sent to it: a domain that only looks like another is seen to be one. */
  email: string
  /** Keyed hash of the address. */
  mac: string
}

/**
 * @param value what the agent gave as the person's address
 * @throws AgentError `invalid_login_hint` when it is no e-mail address
 */
export async function parsePerson({ keyedHash }: Pick<AgentPorts, 'keyedHash'>, value: unknown): Promise<Person> {
  const email = typeof value === 'string' ? mailboxOf(value.trim()) : undefined
  if (email === undefined) throw new AgentError('invalid_login_hint')
  return { email, mac: await keyedHash.mac('person', comparableEmail(email)) }
}

/** What keeps the address of a person: an attempt, or a decision. */
export interface HasSealedEmail {
  sealedEmail: string
}

/** @returns the address, sealed, as it is stored */
export const sealEmail = ({ keys }: Pick<AgentPorts, 'keys'>, { email }: Person): Promise<string> =>
  keys.seal(EMAIL_PURPOSE, { email })

/** @returns the address; undefined when the key that sealed it was dropped */
export async function openEmail(
  { keys }: Pick<AgentPorts, 'keys'>,
  { sealedEmail }: HasSealedEmail,
): Promise<string | undefined> {
  const opened = (await keys.unseal(EMAIL_PURPOSE, sealedEmail)) as { email?: string } | undefined
  return opened?.email
}

/** An address as it may be shown to somebody who may not be its owner: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

const knownKey = ({ mac }: Pick<Person, 'mac'>) => `people/${mac}/known`
const linkKey = ({ mac }: Pick<Person, 'mac'>, link: string) => `people/${mac}/providers/${link}`

/** A provider's subject, as a keyed hash. */
export const hashProviderSubject = ({ keyedHash }: Pick<AgentPorts, 'keyedHash'>, issuer: string, subject: string) =>
  keyedHash.mac('provider-subject', JSON.stringify([issuer, subject]))

/** Whether somebody with this address has confirmed a claim. */
export const isKnownPerson = async ({ store }: Pick<AgentPorts, 'store'>, person: Person) =>
  (await store.read(knownKey(person))) !== undefined

/** Whether this provider's subject speaks for the person. */
export const isProviderLinked = async ({ store }: Pick<AgentPorts, 'store'>, person: Person, link: string) =>
  (await store.read(linkKey(person, link))) !== undefined

/** From now on this provider's subject speaks for the person. */
export const linkProvider = (
  { store, clock }: Pick<AgentPorts, 'store' | 'clock'>,
  person: Pick<Person, 'mac'>,
  link: string,
) => store.create(linkKey(person, link), { at: clock.now().toISOString() })

/** Remembers a person who confirmed a claim, and the provider they confirmed with it. */
export async function rememberPerson(
  ports: Pick<AgentPorts, 'store' | 'clock'>,
  person: Pick<Person, 'mac'>,
  link?: string,
): Promise<void> {
  await Promise.all([
    ports.store.create(knownKey(person), { at: ports.clock.now().toISOString() }),
    link === undefined ? undefined : linkProvider(ports, person, link),
  ])
}
