/** Signed receipts of inquiries as those read them who know only the published keys. */
import { createHash } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyResult, jwtVerify } from 'jose'
import { BASE, type TestDesk } from './test-desk.ts'

/** Verifies a receipt with the keys that are served. @throws when it is no receipt of the service */
export async function verifyReceipt(desk: TestDesk, receipt: unknown): Promise<JWTVerifyResult> {
  const served = await desk.send('jwks', '/.well-known/jwks.json')
  const keys = createLocalJWKSet((await served.json()) as JSONWebKeySet)
  return jwtVerify(String(receipt), keys, { typ: 'receipt+jwt', algorithms: ['ES256'], issuer: BASE })
}

/** The hash that a receipt holds of an inquiry. @param text its canonical JSON */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A text without the signatures of the receipts in it: they differ between two answers that say the same. */
export const withoutSignatures = (text: string): string => text.replace(/(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g, '$1')
