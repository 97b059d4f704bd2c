import { hash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { changeMember, ifCurrent, type MemberDecision, type StaffMember } from './staff-member.ts'

export const MAX_PASSKEYS = 10

export type Passkey = StaffMember['passkeys'][number]
export type NewPasskey = Omit<Passkey, 'id' | 'at' | 'name' | 'usedAt'>

/** A credential id may be long. */
export const passkeyIdOf = (credential: string): string => hash('sha256', credential, 'hex')

/** Refuses a passkey that exists or was removed. */
export const withPasskey = (added: Passkey): MemberDecision =>
  ifCurrent((member) => {
    const { passkeys, removedPasskeys } = member
    const isKnown = [...passkeys.map(({ id }) => id), ...removedPasskeys].includes(added.id)
    return isKnown || passkeys.length >= MAX_PASSKEYS ? undefined : { ...member, passkeys: [...passkeys, added] }
  })

export const withoutPasskey = (removed: string): MemberDecision =>
  ifCurrent(({ passkeys, removedPasskeys, ...member }) =>
    passkeys.some(({ id }) => id === removed)
      ? {
          ...member,
          passkeys: passkeys.filter(({ id }) => id !== removed),
          removedPasskeys: [...removedPasskeys, removed],
        }
      : undefined,
  )

/** Refuses a counter that did not grow: the passkey was copied. An authenticator without a counter always sends 0 (WebAuthn, section 7.2). */
export const withPasskeyUse = (used: string, counter: number, usedAt: string): MemberDecision =>
  ifCurrent((member) => {
    const passkey = member.passkeys.find(({ id }) => id === used)
    if (!passkey || (counter <= passkey.counter && (counter > 0 || passkey.counter > 0))) return undefined
    const passkeys = member.passkeys.map((one) => (one === passkey ? { ...one, counter, usedAt } : one))
    return { ...member, passkeys }
  })

/** @returns false when the passkey cannot be added */
export function addPasskey(ports: Pick<Ports, 'store' | 'clock'>, member: string, name: string, added: NewPasskey) {
  const [id, at] = [passkeyIdOf(added.credential), ports.clock.now().toISOString()]
  return changeMember(ports, member, withPasskey({ id, at, name, ...added }))
}
