/** How an agent verifies the signed receipt of an inquiry (JWS with ES256, RFC 7515). To copy: it needs only Web Crypto and `Buffer`. */
type Json = Record<string, unknown>
type PublishedKey = JsonWebKey & { kid?: string }

export interface Sent {
  /** The base address of the site. */
  issuer: string
  reference: unknown
  /** As the firm stored it: only known fields, and texts without white space at either end. */
  inquiry: Json
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json

/** @returns the key, to be kept with the receipt because the firm replaces its keys; or the fault in words @throws on bad JSON or keys */
export async function verifyReceipt(
  receipt: string,
  keys: readonly PublishedKey[],
  { issuer, reference, inquiry }: Sent,
): Promise<{ key: PublishedKey } | { fault: string }> {
  const [header = '', payload = '', signature = ''] = receipt.split('.')
  const { alg, typ, kid } = parse(header)
  if (alg !== 'ES256' || typ !== 'receipt+jwt') return { fault: 'It is not a receipt.' }
  const key = keys.find((published) => published.kid === kid)
  if (!key) return { fault: 'Its key is not published.' }
  const verifier = await crypto.subtle.importKey('jwk', key, CURVE, false, ['verify'])
  const signed = Buffer.from(`${header}.${payload}`)
  const isSigned = await crypto.subtle.verify(CURVE, verifier, Buffer.from(signature, 'base64url'), signed)
  if (!isSigned) return { fault: 'Its signature is wrong.' }
  const { iss, sub, inquiry_sha256 } = parse(payload)
  if (iss !== issuer || sub !== reference) return { fault: 'It is for another inquiry.' }
  // Canonical JSON (RFC 8785): where all values are texts, sorted names are enough.
  const canonical = JSON.stringify(inquiry, Object.keys(inquiry).sort())
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonical)))
  return hash.toString('base64url') === inquiry_sha256 ? { key } : { fault: 'It is for another text.' }
}
