/** Signed receipts of inquiries as those read them who know only the published keys. */
import { createHash } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyResult, jwtVerify } from 'jose'
import { BASE, type TestDesk } from './test-desk.ts'

/** @throws when the receipt is not one of the service */
export async function verifyReceipt(desk: TestDesk, receipt: unknown): Promise<JWTVerifyResult> {
  const served = await desk.send('jwks', '/.well-known/jwks.json')
  const keys = createLocalJWKSet((await served.json()) as JSONWebKeySet)
  return jwtVerify(String(receipt), keys, { typ: 'receipt+jwt', algorithms: ['ES256'], issuer: BASE })
}

/** @param text canonical JSON of the inquiry */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Signatures differ between answers that say the same. */
export const withoutSignatures = (text: string): string => text.replace(/(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g, '$1')
