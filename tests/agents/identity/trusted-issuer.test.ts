/** The trust list as configuration: what an operator may write, and what is refused before the service starts. */
import { describe, expect, it } from 'vitest'
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

it.each([
  ['no JSON', '{"secret-value', 'it must be JSON'],
  ['no list', '{"issuer":"secret-value"}', 'it must be a list'],
  [
    'a member too many',
    JSON.stringify([VALID_ISSUER, { ...VALID_ISSUER, issuer: 'https://b.example', 'secret-value': 1 }]),
    'entry 2 must have issuer',
  ],
])('%s: says so in one sentence', (_title, text, message) => {
  const attempt = () => readTrustedIssuers(text, BASE, false)
  expect(attempt).toThrow(SettingsError)
  expect(attempt).toThrow(`TRUSTED_ISSUERS is not right: ${message}`)
  expect(attempt).not.toThrow('secret-value')
})

it.each<[string, unknown, string]>([
  ['issuer', 7, 'must be a string'],
  ['algorithms', ['none'], 'must be one of ES256'],
  ['algorithms', ['ES256', 'HS256'], 'must be one of ES256'],
  ['clientIds', [''], 'must not be empty'],
  ['displayName', ' ', 'must not be empty'],
  ['issuer', 'https://idp.example?x', 'must be'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.169.254.', '[::ffff:a9fe:a9fe]', '127.0.0.2'].map(
    (host): [string, unknown, string] => ['jwksUri', `https://${host}/`, 'must be'],
  ),
])('%s %j: %s', (field, value, message) => {
  expect(() => read([{ ...VALID_ISSUER, [field]: value }])).toThrow(
    `TRUSTED_ISSUERS is not right: ${field} of entry 1 ${message}`,
  )
})

it('names each issuer once', () => {
  expect(() => read([VALID_ISSUER, { ...VALID_ISSUER, displayName: 'Twin' }])).toThrow(
    'issuer of entry 2 must not be that of an earlier entry',
  )
})

describe('an address of the trust list', () => {
  const both = [
    'http://idp.example',
    'https:\\\\idp.example',
    'https://user:secret@idp.example',
    'https://idp.example#x',
    'https://idp.exаmple',
    '',
  ]
  it.each(['issuer', 'jwksUri'].flatMap((field) => both.map((address) => [field, address] as const)))(
    '%s %j is refused, and not repeated',
    (field, address) => {
      const attempt = () => read([{ ...VALID_ISSUER, [field]: address }], false)
      expect(attempt).toThrow(`${field} of entry 1 must be an absolute https address`)
      if (address !== '') expect(attempt).not.toThrow(address)
    },
  )

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://localhost'])(
    'on this machine (%s) is for trying out',
    (address) => {
      const local = { ...VALID_ISSUER, issuer: address, jwksUri: `${address}/jwks` }
      expect(read([local], false)).toEqual([local])
      expect(() => read([local], true)).toThrow('issuer of entry 1 must not be this machine in production')
      expect(() => read([{ ...VALID_ISSUER, jwksUri: address }], true)).toThrow(
        'jwksUri of entry 1 must not be this machine in production',
      )
    },
  )

  it.each([BASE, `${BASE}/`, `${BASE}/api/v1`, 'https://WWW.example.com', `${BASE}:443`])(
    'is not our own: %s',
    (address) => {
      expect(() => read([VALID_ISSUER, { ...VALID_ISSUER, issuer: address }], false)).toThrow(
        'issuer of entry 2 must not be an address of this service itself',
      )
      expect(() => read([{ ...VALID_ISSUER, jwksUri: address }], false)).toThrow(
        'jwksUri of entry 1 must not be an address of this service itself',
      )
    },
  )
})
