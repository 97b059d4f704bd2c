/**
 * An ES256 signature in its two forms: that of JOSE, and that of OpenSSL. Node can convert them too, but takes 9 µs longer.
 */

/** Of R and of S, which are a signature. */
const INTEGER_BYTES = 32
/** Of R and S, one after the other (RFC 7518 section 3.4). */
export const SIGNATURE_BYTES = 2 * INTEGER_BYTES
/** Tags of DER (X.690 section 8). */
const [SEQUENCE, INTEGER] = [0x30, 0x02]
/** Longest signature in DER. */
const DER_BYTES = 2 + 2 * (2 + 1 + INTEGER_BYTES)

/**
 * R and S, one after the other.
 * @param der as OpenSSL writes it: SEQUENCE { INTEGER r, INTEGER s } (RFC 3279 section 2.2.3)
 */
export function rawSignature(der: Buffer): Buffer {
  const raw = Buffer.alloc(SIGNATURE_BYTES)
  let place = 2
  for (const end of [INTEGER_BYTES, SIGNATURE_BYTES]) {
    const next = place + 2 + (der[place + 1] ?? 0)
    // One with its highest bit set has a zero before it, a small one is shorter.
    const integer = der.subarray(Math.max(place + 2, next - INTEGER_BYTES), next)
    integer.copy(raw, end - integer.length)
    place = next
  }
  return raw
}

/**
 * The inverse of `rawSignature`.
 * @param raw of 64 bytes
 */
export function derSignature(raw: Buffer): Buffer {
  const der = Buffer.alloc(DER_BYTES)
  let end = 2
  for (const integer of [raw.subarray(0, INTEGER_BYTES), raw.subarray(INTEGER_BYTES)]) {
    let first = 0
    while (first < INTEGER_BYTES - 1 && integer[first] === 0) first++
    // With its highest bit set it would be negative: a zero goes before it.
    const padding = (integer[first] ?? 0) >>> 7
    const length = padding + INTEGER_BYTES - first
    der.set([INTEGER, length], end)
    integer.copy(der, end + 2 + padding, first)
    end += 2 + length
  }
  der.set([SEQUENCE, end - 2])
  return der.subarray(0, end)
}
