/**
 * A user code is valid until the claim is decided or started again, five wrong codes were entered, or the claim window ends.
 * Its 34.6 bits (RFC 8628 section 6.1) can be guessed, so every caller that checks a code must limit how often codes are entered.
 */
import * as z from 'zod'
import { CODE_ALPHABET, drawLetters, inGroups, isCodeOf, lettersFrom } from '../../alphabet.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { keyOf, readRecord } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'

/** `sub` is the registration. */
export const ClaimRef = z.object({ sub: z.string(), attempt: z.string() })
export type ClaimRef = z.infer<typeof ClaimRef>

export const codeKey = (codeHash: string) => keyOf(RECORDS.code, { code: codeHash })

const CODE_LENGTH = 8

export const createCode = (): string => inGroups(drawLetters(CODE_ALPHABET, CODE_LENGTH))

/** @param mac a keyed hash, base64url; 32 bytes are enough although `lettersFrom` skips some bytes */
export const codeFromHash = (mac: string): string =>
  inGroups(lettersFrom(Buffer.from(mac, 'base64url'), CODE_ALPHABET).slice(0, CODE_LENGTH))

/** Ignores case, spaces, hyphens, dashes, minus signs, underscores and full stops. @returns like `BCDF-GHJK` */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\p{Pd}−_]/gu, '')
  return isCodeOf(CODE_ALPHABET, CODE_LENGTH, letters) ? inGroups(letters) : undefined
}

/** @returns undefined when the text is not a code */
export async function hashCode({ keyedHash }: Pick<AgentPorts, 'keyedHash'>, text: string) {
  const code = parseCode(text)
  return code === undefined ? undefined : keyedHash.mac('user-code', code)
}

/** @returns undefined for an unknown code. A later attempt may have replaced the attempt that is returned */
export async function findByCode(ports: AgentPorts, text: string): Promise<ClaimRef | undefined> {
  const codeHash = await hashCode(ports, text)
  const found = codeHash === undefined ? undefined : await readRecord(ports.store, RECORDS.code, codeKey(codeHash))
  return found && { sub: found.registration, attempt: found.attempt }
}
