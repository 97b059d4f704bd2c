/** The trust list as configuration: what an operator may write, and what is refused before the service starts. */
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readTrustedIssuers, type TrustedIssuer } from '../../../src/agents/identity/trusted-issuer.ts'
import { SettingsError } from '../../../src/settings.ts'
import { rowsOf, yamlOf } from '../../table.ts'

const BASE = 'https://www.example.com'
const VALID_ISSUER = yamlOf<TrustedIssuer>('tests/agents/identity/trusted-issuer.yaml')
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
    const said = 'of entry 1 must not be this machine in production'
    for (const field of ['issuer', 'jwksUri'])
      expect(() => read([{ ...VALID_ISSUER, [field]: address }], true)).toThrow(`${field} ${said}`)
  },
)

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

const ROWS = rowsOf('tests/agents/identity/trusted-issuer.txt').flatMap(([fields = '', value = '', message]) =>
  fields.split(' ').map((field) => [field, value, message]),
)
it.each(ROWS)('%s %s is refused: %s', (field = '', written = '', message) => {
  const value: unknown = parse(written)
  const attempt = () => read([{ ...VALID_ISSUER, [field]: value }])
  expect(attempt).toThrow(`TRUSTED_ISSUERS is not right: ${field} of entry 1 ${message}`)
  // An address may hold a password.
  if (String(value).includes('secret')) expect(attempt).not.toThrow('secret')
})
