/**
 * The SHA-256 of a text, for what others must be able to compute too. What must not be guessed is hashed with a key.
 */
import { hash } from 'node:crypto'

/** @returns base64url, 43 characters */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')
