/** The trust list as configuration: what an operator may write, and what is refused before the service starts. */
import { expect, it } from 'vitest'
import { readTrustedIssuers } from '../../../src/agents/identity/trusted-issuer.ts'
import { SettingsError } from '../../../src/settings.ts'

const BASE = 'https://www.example.com'
const VALID_ISSUER = {
  issuer: 'https://idp.example',
  jwksUri: 'https://keys.idp.example/jwks.json?v=1',
  algorithms: ['ES256', 'RS256'],
  clientIds: ['assistant'],
  displayName: 'Example Identity',
}
const read = (entries: unknown, production = true) => readTrustedIssuers(JSON.stringify(entries), BASE, production)

it.each([undefined, '', '[]'])('%j trusts no one', (text) => expect(readTrustedIssuers(text, BASE, true)).toEqual([]))

it('is read as it was written', () => {
  const other = { ...VALID_ISSUER, issuer: 'https://idp.example/' }
  expect(read([VALID_ISSUER, other])).toEqual([VALID_ISSUER, other])
})

it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://localhost'])(
  'may name this machine (%s) for trying out',
  (address) => {
    const local = { ...VALID_ISSUER, issuer: address, jwksUri: `${address}/jwks` }
    expect(read([local], false)).toEqual([local])
    for (const field of ['issuer', 'jwksUri'])
      expect(() => read([{ ...VALID_ISSUER, [field]: address }], true)).toThrow(
        `TRUSTED_ISSUERS is not right: ${field} of entry 1 must not be this machine in production`,
      )
  },
)

const WRONG_ADDRESSES = [
  'http://idp.example',
  'https:\\\\idp.example',
  'https://user:secret@idp.example',
  'https://idp.example#x',
  // This host has a Cyrillic letter.
  'https://idp.exаmple',
  '',
]
const OWN_ADDRESSES = [BASE, `${BASE}/`, `${BASE}/api/v1`, 'https://WWW.example.com', `${BASE}:443`]
const HOSTS = ['169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.169.254.', '[::ffff:a9fe:a9fe]', '127.0.0.2']

it.each<[text: string, message: string]>([
  ['{"secret-value', 'it must be JSON'],
  ['{"issuer":"secret-value"}', 'it must be a list'],
  [JSON.stringify([VALID_ISSUER, { ...VALID_ISSUER, 'secret-value': 1 }]), 'entry 2 must have issuer'],
  [JSON.stringify([VALID_ISSUER, VALID_ISSUER]), 'issuer of entry 2 must not be that of an earlier entry'],
])('%s is refused with a sentence', (text, message) => {
  const attempt = () => readTrustedIssuers(text, BASE, false)
  expect(attempt).toThrow(SettingsError)
  expect(attempt).toThrow(`TRUSTED_ISSUERS is not right: ${message}`)
  expect(attempt).not.toThrow('secret-value')
})

type Row = [field: string, value: unknown, message: string]
it.each<Row>([
  ['issuer', 7, 'must be a string'],
  ['algorithms', ['none'], 'must be one of ES256'],
  ['algorithms', ['ES256', 'HS256'], 'must be one of ES256'],
  ['clientIds', [''], 'must not be empty'],
  ['displayName', ' ', 'must not be empty'],
  ['issuer', 'https://idp.example?x', 'must be an absolute https address'],
  ...HOSTS.map((host): Row => ['jwksUri', `https://${host}/`, 'must be an absolute https']),
  ...['issuer', 'jwksUri'].flatMap((field) => [
    ...WRONG_ADDRESSES.map((value): Row => [field, value, 'must be an absolute https address']),
    ...OWN_ADDRESSES.map((value): Row => [field, value, 'must not be an address of this service']),
  ]),
])('%s %j is refused: %s', (field, value, message) => {
  const attempt = () => read([{ ...VALID_ISSUER, [field]: value }])
  expect(attempt).toThrow(`TRUSTED_ISSUERS is not right: ${field} of entry 1 ${message}`)
  // An address may hold a password.
  if (String(value).includes('secret')) expect(attempt).not.toThrow('secret')
})
