/** A person's e-mail address identifies them. It is stored sealed, and compared by its keyed hash. */
import * as z from 'zod'
import { comparableEmail, emailRule, mailboxOf } from '../email-address.ts'
import { keyOf, readValue, createRecord } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { unsealAs } from '../ports.ts'
import { AgentError } from './agent-error.ts'
import type { AgentPorts } from './agent-ports.ts'

const EMAIL_PURPOSE = 'person'
/** The address of the person of a claim, and the name of the agent. */
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
  if (email === undefined)
    throw new AgentError('invalid_login_hint', { description: `The e-mail address ${emailRule(value.trim())}.` })
  return { email, mac: await keyedHash.mac('person', comparableEmail(email)) }
}

export const sealParties = ({ keys }: AgentPorts, parties: z.infer<typeof Parties>): Promise<string> =>
  keys.seal(EMAIL_PURPOSE, parties)

/** Decrypts what `sealParties` encrypted. @returns undefined when the key was dropped */
export const openParties = ({ keys }: AgentPorts, { sealedEmail }: { sealedEmail: string }) =>
  unsealAs(Parties, keys, EMAIL_PURPOSE, sealedEmail)

/** Masks an address, like `a•••@example.com`, for people who may not own it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

/** The proof that is stored when the person confirms a claim. */
const KNOWN = 'known'
/** @param proof `KNOWN`, or the keyed hash of a provider's subject */
const proofKey = ({ mac }: Pick<Person, 'mac'>, proof: string) => keyOf(RECORDS.person, { address: mac, proof })
export const personPrefix = (person: Pick<Person, 'mac'>) => proofKey(person, '')

export const isRemembered = async ({ store }: AgentPorts, person: Person, proof = KNOWN) =>
  (await readValue(store, proofKey(person, proof))) !== undefined

/** Once the hash of a provider's subject is stored as proof, assertions of this subject need no confirmation. */
export const storeProof = ({ store, clock }: AgentPorts, person: Pick<Person, 'mac'>, proof: string) =>
  createRecord(store, proofKey(person, proof), { at: clock.now().toISOString() })

/** @param subjectHash given when the person confirmed a provider's subject with the claim */
export const rememberPerson = (ports: AgentPorts, person: Pick<Person, 'mac'>, subjectHash?: string) =>
  Promise.all(
    [KNOWN, ...(subjectHash === undefined ? [] : [subjectHash])].map((proof) => storeProof(ports, person, proof)),
  )
