/** ID-JAGs at `POST /agent/identity`: what a good one may hold, and what is refused, with the reason that the log gives. */
import { createHmac, createPublicKey } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { rowsOf } from '../../table.ts'
import { BASE } from '../../test-desk.ts'
import { createSigningKey, part, SIGNING_ALGS, signWith } from './identity-provider.ts'
import { agent, type Claims, other, provider, useVouchedAgent } from './vouched-agent.ts'

const NOW = Date.parse('2026-11-21T15:04:05Z') / 1000
const API = `${BASE}/api/v1`
const HEADER = { typ: 'oauth-id-jag+jwt', alg: 'ES256', kid: 'ES256-1' }
const KEY = provider.keys.ES256.jwk
const attacker = await createSigningKey('ES256', 'ES256-1')
const OTHER_KEYS = [
  { jwk: attacker.jwk },
  { x5c: ['MIIB'] },
  ...[`${provider.detour}/jwks.json`, 'http://169.254.169.254/latest', 'file:///etc/passwd'].flatMap((address) => [
    { jku: address },
    { x5u: address },
  ]),
]
const asked: string[] = []

useVouchedAgent({ factor: 1000 })
beforeEach(() => {
  asked.length = 0
  const real = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (input, init) => (asked.push(new Request(input).url), real(input, init)),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  // No assertion makes the service ask another address.
  expect(asked.filter((address) => ![provider.trusted.jwksUri, other.trusted.jwksUri].includes(address))).toEqual([])
  expect(provider.detours() + other.detours()).toBe(0)
})

const accepts = async (assertion: string) => expect((await agent.present(assertion)).status).toBe(200)

/** @returns error and reason; neither answer nor log repeats anything of the assertion */
async function refusalOf(assertion: string): Promise<unknown[]> {
  const { body } = await agent.present(assertion)
  const logged = agent.logged()
  expect(JSON.stringify(body) + logged).not.toMatch(/4711|ana@|eyJ|evil|\.example|assistant/)
  const { reason } = JSON.parse(logged.split('\n').at(-1) ?? '') as { reason?: unknown }
  return [body.error, reason]
}

it.each(SIGNING_ALGS)('a good ID-JAG may be signed with %s', async (alg) => {
  await accepts(await signWith(provider.keys[alg], agent.claims()))
})

it.each<Claims>([
  ...[BASE, [API], [BASE]].map((aud) => ({ aud })),
  ...[API, BASE].map((resource) => ({ resource })),
  ...[NOW - 3600, NOW, NOW + 60].map((time) => ({ auth_time: time })),
  { iat: NOW - 200, exp: NOW - 59 },
  { iat: NOW + 60, exp: NOW + 300 },
  { nbf: NOW + 60 },
  { phone_number_verified: false, amr: ['pwd'], act: { sub: 'agent' }, '': 1, constructor: 1 },
])('a good ID-JAG may hold %j', async (changes) => accepts(await agent.vouch(changes)))

it('a good ID-JAG may be 16 KiB long, and no longer', async () => {
  const filled = (length: number) => agent.vouch({ jti: 'jti', fill: 'x'.repeat(length) })
  let length = Math.floor(((16_384 - (await filled(0)).length) * 3) / 4) - 8
  while ((await filled(length + 1)).length <= 16_384) length++
  await accepts(await filled(length))
  expect(await refusalOf(await filled(length + 1))).toEqual(['invalid_request', notAllowed('the text')])
})

it('a good ID-JAG has an algorithm that its issuer may use', async () => {
  agent.service.trustedIssuers = [{ ...provider.trusted, algorithms: ['ES384'] }]
  expect(await refusalOf(await agent.vouch())).toEqual(['invalid_signature', ALG])
  await accepts(await signWith(provider.keys.ES384, agent.claims()))
})

it('a good ID-JAG may name another key, which is ignored', async () => {
  for (const header of OTHER_KEYS) await accepts(await agent.vouch({}, header))
  expect(asked).toEqual([provider.trusted.jwksUri])
})

type Case = [what: string, code: string, reason: string, assertion: () => string | Promise<string>]
const notAllowed = (what: string) => `${what} is missing or not allowed`
const malformed = (what: string, fault: string, make: Case[3]): Case => [
  what,
  'invalid_request',
  notAllowed(fault),
  make,
]
const inText = (value: unknown) => `${JSON.stringify(value)}`.slice(0, 60)
const spelled = (spell: (head: string, body: string, signature: string) => string) =>
  malformed(`spelled ${spell.toString()}`, 'the text', async () => {
    const [head = '', body = '', signature = ''] = (await agent.vouch()).split('.')
    return spell(head, body, signature)
  })
/** The signature is right, whatever the text holds. */
const content = (what: string, text: () => string | Uint8Array, fault = 'the text') =>
  malformed(what, fault, () => provider.sign(text()))
const headerText = (text: string, fault = 'the text') =>
  malformed(`header ${text}`, fault, () => signWith(provider.keys.ES256, agent.claims(), text))
const signature = (what: string, reason: string, make: Case[3]): Case => [what, 'invalid_signature', reason, make]
const ALG = 'ERR_JOSE_ALG_NOT_ALLOWED'
const NO_KEY = 'ERR_JWKS_NO_MATCHING_KEY'
const FORGED = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'
/** Uses what is public as the shared secret of HS256, a known attack. */
function keyedWith(secret: string | Buffer): string {
  const text = `${part({ ...HEADER, alg: 'HS256' })}.${part(agent.claims())}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const PEM = createPublicKey({ key: KEY, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
const framed = (before: string, after: Buffer) =>
  Buffer.concat([Buffer.from(before + JSON.stringify(agent.claims()).slice(0, -1)), after])

const NOT_LISTED = 'the issuer is not on the trust list'
const AHEAD = 'iat or nbf is in the future'
function valueOf(written: unknown) {
  if (typeof written !== 'string') return written
  if (written === '{long}') return 'x'.repeat(256)
  if (written.startsWith('NOW')) return NOW + Number(written.slice(3))
  return written === '{none}' ? undefined : written
}
const MEMBERS = rowsOf('tests/agents/identity/id-jag.txt').flatMap(([places = '', written = '', code, reason]) =>
  places.split(' ').flatMap((place) => {
    const [where, name = ''] = place.split('.')
    return (parse(written.replaceAll('{base}', BASE)) as unknown[]).map(valueOf).map((value): Case => {
      const vouch = () => (where === 'header' ? agent.vouch({}, { [name]: value }) : agent.vouch({ [name]: value }))
      return [`${place} ${inText(value)}`, code ?? 'invalid_request', reason ?? notAllowed(place), vouch]
    })
  }),
)

it.each<Case>([
  spelled((...parts) => ` ${parts.join('.')}`),
  spelled((...parts) => `\ufeff${parts.join('.')}`),
  spelled((...parts) => `${parts.join('.')}==`),
  spelled((head, body, signed) => `${head}.\t${body}.${signed}`),
  spelled((head, body, signed) => `${head}.${body}.${signed.slice(0, -2)}+/`),
  spelled((head, body, signed) => `${head}.${body}.${signed.slice(0, -1)}B`),
  spelled((head, body, signed) => [head, head, head, body, signed].join('.')),
  spelled((head, body, signed) => JSON.stringify({ protected: head, payload: body, signature: signed })),
  spelled((head, body) => `${head}.${body}.`),
  spelled((head, body) => `${head}.${body}`),
  content('no JSON', () => '{'),
  content('6,000 brackets', () => '['.repeat(6000)),
  content('packed claims', () => deflateRawSync(JSON.stringify(agent.claims()))),
  content('a byte that is not UTF-8', () => framed('', Buffer.from(',"x":"\xff"}', 'latin1'))),
  content('a byte order mark in it', () => framed('\ufeff', Buffer.from('}'))),
  ...['null', '[]', '"text"'].map((text) => content(text, () => text, 'claims')),
  ...['null', '[]'].map((text) => headerText(text, 'header')),
  ...['', '{', `\ufeff${JSON.stringify(HEADER)}`].map((text) => headerText(text)),
  ...MEMBERS,
  ...['none', 'None', 'NONE', 'nOnE', 'ES512'].flatMap((alg) => [
    signature(`alg ${alg}`, ALG, () => agent.vouch({}, { alg })),
    signature(`alg ${alg}, unsigned`, ALG, () => `${part({ ...HEADER, alg })}.${part(agent.claims())}.AAAA`),
  ]),
  signature('an empty alg', 'ERR_JWS_INVALID', () => agent.vouch({}, { alg: '' })),
  ...['', PEM, JSON.stringify(KEY), Buffer.from(`${String(KEY['x'])}${String(KEY['y'])}`, 'base64url')].map((secret) =>
    signature('HS256', ALG, () => keyedWith(secret)),
  ),
  signature('an unknown kid', NO_KEY, () => agent.vouch({}, { kid: '../../dev/null' })),
  ...SIGNING_ALGS.slice(1).map((alg) => signature(`kid of ${alg}`, NO_KEY, () => agent.vouch({}, { kid: `${alg}-1` }))),
  ...OTHER_KEYS.flatMap((own) => [
    signature(`another key: ${inText(own)}`, FORGED, () => signWith(attacker, agent.claims(), own)),
    signature(`its own key: ${inText(own)}`, NO_KEY, () => signWith(attacker, agent.claims(), { ...own, kid: 'own' })),
  ]),
  signature('of other claims', FORGED, async () =>
    (await agent.vouch()).replace(/\..*\./, `.${part(agent.claims())}.`),
  ),
  signature('of zeros', FORGED, async () => (await agent.vouch()).replace(/[^.]*$/, part(Buffer.alloc(64)))),
  signature('with wrong claims', FORGED, () => signWith(attacker, agent.claims({ aud: 'x', exp: 1, email: 7 }))),
  signature('of another trusted issuer', FORGED, () => other.sign(agent.claims())),
  ['exp in the past', 'expired', 'exp is in the past', () => agent.vouch({ iat: NOW - 200, exp: NOW - 60 })],
  ['iat in the future', 'expired', AHEAD, () => agent.vouch({ iat: NOW + 61, exp: NOW + 300 })],
])('refused is %s: %s, because %s', async (_what, code, reason, assertion) => {
  expect(await refusalOf(await assertion())).toEqual([code, reason])
  // Keys are asked for only when the text, the issuer and the algorithm are right.
  const asksForKeys = code !== 'invalid_request' && ![NOT_LISTED, ALG, 'ERR_JWS_INVALID'].includes(reason)
  expect(asked.length > 0).toBe(asksForKeys)
})

it('an ID-JAG is refused that a trusted issuer signs for another, or for a client of another', async () => {
  const kid = 'theirs-alone'
  other.publish([{ ...other.keys.ES256.jwk, kid }])
  await accepts(await agent.other.vouch({ email: 'bob@example.com' }, { kid }))
  expect(await refusalOf(await other.sign(agent.claims(), { kid }))).toEqual(['invalid_signature', NO_KEY])
  agent.service.trustedIssuers = [provider.trusted, { ...other.trusted, clientIds: ['other-assistant'] }]
  expect((await agent.present(await agent.other.vouch({}, { kid }))).body.error).toBe('issuer_not_enabled')
})
