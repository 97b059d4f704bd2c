/** The person an agent acts for. Their e-mail address identifies them; it is stored sealed and compared by its keyed hash. */
import * as z from 'zod'
import { comparableEmail, mailboxOf } from '../email-address.ts'
import { keyOf, prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { unsealAs } from '../unseal.ts'
import { AgentError } from './agent-error.ts'
import type { AgentPorts } from './agent-ports.ts'

const EMAIL_PURPOSE = 'person'
/** The person's address, and the name that the agent gave itself. */
const Parties = z.object({ email: z.string(), clientName: z.string().optional() })

export interface Person {
  /** The domain is in ASCII, so that a look-alike domain can be seen. */
  email: string
  /** Keyed hash of the address. */
  mac: string
}

/**
 * @param value the person's address as the agent sent it
 * @throws AgentError `invalid_login_hint` when it is not an e-mail address
 */
export async function parsePerson({ keyedHash }: AgentPorts, value: string): Promise<Person> {
  const email = mailboxOf(value.trim())
  if (email === undefined) throw new AgentError('invalid_login_hint')
  return { email, mac: await keyedHash.mac('person', comparableEmail(email)) }
}

/** @returns what to store as `sealedEmail` */
export const sealParties = ({ keys }: AgentPorts, parties: z.infer<typeof Parties>): Promise<string> =>
  keys.seal(EMAIL_PURPOSE, parties)

/** @returns the parties of an attempt or a decision; undefined when the key that sealed them was dropped */
export const openParties = ({ keys }: AgentPorts, { sealedEmail }: { sealedEmail: string }) =>
  unsealAs(Parties, keys, EMAIL_PURPOSE, sealedEmail)

/** Masks an address for display to people who may not own it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

/** Prefix of the facts that remember a person. */
export const personPrefix = ({ mac }: Pick<Person, 'mac'>) => `${prefixOf(FACTS.known)}${mac}/`
const knownKey = ({ mac }: Pick<Person, 'mac'>) => keyOf(FACTS.known, { address: mac })
const linkKey = ({ mac }: Pick<Person, 'mac'>, link: string) => keyOf(FACTS.provider, { address: mac, subject: link })

export const hashProviderSubject = ({ keyedHash }: AgentPorts, issuer: string, subject: string) =>
  keyedHash.mac('provider-subject', JSON.stringify([issuer, subject]))

/** True when this address has confirmed a claim before. */
export const isKnownPerson = async ({ store }: AgentPorts, person: Person) =>
  (await store.read(knownKey(person))) !== undefined

export const isProviderLinked = async ({ store }: AgentPorts, person: Person, link: string) =>
  (await store.read(linkKey(person, link))) !== undefined

/** Links this subject of a provider to the person, so that its assertions need no confirmation. */
export const linkProvider = ({ store, clock }: AgentPorts, person: Pick<Person, 'mac'>, link: string) =>
  store.create(linkKey(person, link), { at: clock.now().toISOString() })

/** @param link keyed hash of the provider's subject that the person confirmed too */
export async function rememberPerson(ports: AgentPorts, person: Pick<Person, 'mac'>, link?: string): Promise<void> {
  await Promise.all([
    ports.store.create(knownKey(person), { at: ports.clock.now().toISOString() }),
    link === undefined ? undefined : linkProvider(ports, person, link),
  ])
}
