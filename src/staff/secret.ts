/** Secrets that let in without a key of the desk. Each begins with the id of its member, and the store holds its SHA-256 only. */
import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET = /^(\w+)\.[\w-]{43}$/

export const newSecret = (member: string): string => `${member}.${randomBytes(SECRET_BYTES).toString('base64url')}`

/** @returns the id of the member with which a secret begins; undefined when it has not the form of one */
export const memberInSecret = (secret: string): string | undefined => SECRET.exec(secret)?.[1]

/** @returns SHA-256, in hexadecimal digits */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
