/**
 * What the start prints, when trying out and in production.
 */
import { expect, it } from 'vitest'
import { banner, type Started } from '../../src/commands/banner.ts'
import { readSettings } from '../../src/settings.ts'

const READY: Started = {
  port: 8888,
  firstKey: undefined,
  mailPath: undefined,
  failed: undefined,
  changedFile: undefined,
}
const TRIED: Started = { ...READY, firstKey: 'DESK-KEY', mailPath: '/dev/mail?key=x' }
const PRODUCTION = { SITE_URL: 'https://www.example.com', FRONT_DESK_KEYS: '{}', DATA_DIR: '/var/lib/front-desk' }

it('names when trying out the address on this machine, what to try, where mail is shown, and the first key', () => {
  const text = banner(readSettings({}), TRIED)
  expect(text).toMatch(/open at +http:\/\/localhost:8888\n/)
  for (const words of ['npm run demo:agent', 'http://localhost:8888/dev/mail?key=x', 'DESK-KEY', '/contact/'])
    expect(text).toContain(words)
})

it('names in production the public address and where it listens, and nothing that is for trying out', () => {
  const text = banner(readSettings(PRODUCTION), { ...READY, port: 9999 })
  expect(text).toMatch(/open at +https:\/\/www\.example\.com\n/)
  expect(text).toMatch(/listens on +127\.0\.0\.1, port 9999\n/)
  expect(text).toContain('/var/lib/front-desk')
  expect(text).not.toMatch(/localhost|demo|\/dev\/|curl|Try|inquiries/)
})

it('says whether the store can be written, and where that can be asked', () => {
  const settings = readSettings(PRODUCTION)
  expect(banner(settings, READY)).toMatch(/Can it store\? +yes; https:\/\/www\.example\.com\/api\/v1\/ready says so/)
  expect(banner(settings, { ...READY, failed: 'write' })).toMatch(
    /Can it store\? +no: the store failed \(write\), so nothing is accepted; https/,
  )
})

it('says when a file was changed after the build, and what builds', () => {
  const text = banner(readSettings({}), { ...READY, changedFile: 'content/firm.md' })
  expect(text).toContain('content/firm.md was changed after it. `npm run build` makes a new one')
  expect(banner(readSettings({}), READY)).not.toContain('npm run build')
})
