/**
 * Assertions of third-party issuers: what a good one yields, and which issuers and clients are on the list.
 */
import { describe, expect, it } from 'vitest'
import { asked, BASE, claims, codeOf, NOW, refusal, signed, useVerifier, verify } from './id-jags.ts'
import { SIGNING_ALGS, signWith } from './identity-provider.ts'
import { clock, ISSUER, other, provider, START } from './two-issuers.ts'

useVerifier()

describe('a good assertion', () => {
  it.each(SIGNING_ALGS)('signed with %s yields what the issuer vouches for', async (alg) => {
    expect(await verify(await signWith(provider.keys[alg], claims()))).toEqual({
      issuer: ISSUER,
      subject: 'person-4711',
      clientId: 'assistant',
      jti: 'jti-4711',
      email: 'ana@example.com',
      issuedAt: new Date(START),
      expiresAt: new Date(START + 300_000),
    })
  })

  it('yields its scopes as they are, and none when it has none', async () => {
    expect((await verify(await signed({ scope: 'firm.read other' }))).scopes).toBe('firm.read other')
    expect(await verify(await signed())).not.toHaveProperty('scopes')
    for (const scope of [7, null, ['firm.read']]) expect(await codeOf(await signed({ scope }))).toBe('invalid_request')
  })

  it('passes twice here: its callers remember which were used', async () => {
    const assertion = await signed()
    expect(await verify(assertion)).toEqual(await verify(assertion))
    expect(provider.fetches()).toBe(1)
  })

  it('may hold more than is needed', async () => {
    const more = { amr: ['pwd'], act: { sub: 'agent' }, nbf: NOW, '': 1, constructor: 1 }
    expect((await verify(await signed(more, { cty: 'x', extra: { a: [1] } }))).subject).toBe('person-4711')
  })
})

describe('the issuer', () => {
  it('not on the list is refused, and no one is asked', async () => {
    expect(await codeOf(await signed({ iss: 'https://idp.evil.example' }))).toBe('issuer_not_enabled')
    expect(await codeOf(await signed(), [])).toBe('issuer_not_enabled')
    expect(await codeOf(await signed(), [other.trusted])).toBe('issuer_not_enabled')
    expect(asked).toEqual([])
  })

  it.each([
    `${ISSUER}/`,
    'https://TRUSTED.example',
    `${ISSUER}.evil`,
    'https://trustеd.example',
    `${ISSUER}:443`,
    ` ${ISSUER}`,
    `${ISSUER}\0`,
    'trusted.example',
    '__proto__',
    BASE,
  ])('compared as a whole: %j is another one', async (iss) => {
    expect(await codeOf(await signed({ iss }))).toBe('issuer_not_enabled')
    expect(asked).toEqual([])
  })

  it.each([[[ISSUER]], [null], [{ toString: ISSUER }], ['']])('%j is none', async (iss) => {
    expect(await codeOf(await signed({ iss }))).toBe('invalid_request')
    expect(asked).toEqual([])
  })

  it('signs with its own keys: not with those of another trusted one, whatever their kids', async () => {
    expect(await codeOf(await other.sign(claims()))).toBe('invalid_signature')
    other.publish([{ ...other.keys.ES256.jwk, kid: 'theirs-alone' }])
    expect(await codeOf(await other.sign(claims(), { kid: 'theirs-alone' }))).toBe('invalid_signature')
    clock.at += 60_000
    expect(
      (await verify(await other.sign(claims({ iss: other.trusted.issuer }), { kid: 'theirs-alone' }))).issuer,
    ).toBe(other.trusted.issuer)
    expect(await codeOf(await other.sign(claims(), { kid: 'theirs-alone' }))).toBe('invalid_signature')
  })

  it('has clients of its own on the list', async () => {
    expect((await verify(await signed({ client_id: 'assistant-2' }))).clientId).toBe('assistant-2')
    for (const client of ['assistant-3', 'Assistant', 'assistant,assistant-2']) {
      const error = await refusal(await signed({ client_id: client }))
      expect([error.code, error.reason]).toEqual([
        'issuer_not_enabled',
        'the client is not one of this issuer that the trust list names',
      ])
    }
    const narrower = { ...other.trusted, clientIds: ['other-assistant'] }
    expect(await codeOf(await other.sign(claims({ iss: other.trusted.issuer })), [provider.trusted, narrower])).toBe(
      'issuer_not_enabled',
    )
  })
})
