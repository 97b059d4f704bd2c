/** Secrets of sessions and calendar addresses. A secret begins with the id of its member; the store has its SHA-256 only. */
import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET = /^(\w+)\.[\w-]{43}$/

export const newSecret = (member: string): string => `${member}.${randomBytes(SECRET_BYTES).toString('base64url')}`

/** @returns the id of the member; undefined when the text does not have the form of a secret */
export const memberInSecret = (secret: string): string | undefined => SECRET.exec(secret)?.[1]

/** @returns SHA-256, in hexadecimal digits */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
