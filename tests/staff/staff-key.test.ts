import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createStaffKey, parseStaffKey } from '../../src/staff/staff-key.ts'

const ID = 'K7QM2F9D'
const { key, stored } = await createStaffKey(ID)
const { secret = '' } = parseStaffKey(key) ?? {}

it('a key of the staff is recognized by its beginning, bears the id, and holds 160 bits', () => {
  expect(key).toMatch(/^DESK-K7QM-2F9D(-[0-9A-HJKMNP-TV-Z]{4}){8}$/)
  expect(secret.length * Math.log2(32)).toBe(160)
})

it('a key of the staff is kept as scrypt, N 2^15, r 8, p 3, under a salt of its own', async () => {
  const { salt, hash } = stored
  const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }
  expect(hash).toBe(scryptSync(secret, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'))
  expect((await createStaffKey(ID)).stored.salt).not.toBe(salt)
  expect(JSON.stringify(stored)).not.toContain(secret)
})

it.each([
  ['as shown', (text: string) => text],
  ['in lower case', (text: string) => text.toLowerCase()],
  ['without hyphens', (text: string) => text.replaceAll('-', '')],
  ['with spaces and a line end', (text: string) => ` ${text.replaceAll('-', ' ')}\n`],
  ['with O for 0 and l for 1', (text: string) => `DESK${text.slice(4).replaceAll('0', 'O').replaceAll('1', 'l')}`],
])('a key of the staff is read %s', (_way, write) => expect(parseStaffKey(write(key))).toEqual({ member: ID, secret }))

it.each([
  '',
  'DESK',
  key.slice(0, -1),
  `${key}A`,
  key.replace('DESK', 'DOCK'),
  key.replace(/.$/, 'U'),
  `${key} ${key}`,
  'x'.repeat(60_000),
])('%.45j is not read as a key of the staff', (text) => expect(parseStaffKey(text)).toBeUndefined())
