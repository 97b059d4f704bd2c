/** The banner of a trial; the journey of the operator reads the rest. */
import { expect, it } from 'vitest'
import { banner, type Started } from '../../src/commands/banner.ts'
import { readSettings } from '../../src/settings.ts'

const TRIED: Started = { port: 8888, firstKey: 'DESK-KEY', mailPath: '/dev/mail?key=x', failed: undefined }

it('names when trying out the address on this machine, what to try, where mail is shown, and the first key', () => {
  const text = banner(readSettings({}), TRIED)
  expect(text).toMatch(/open at +http:\/\/localhost:8888\n/)
  expect(banner(readSettings({ HOST: '::1' }), TRIED)).toMatch(/open at +http:\/\/\[::1\]:8888\n/)
  for (const words of ['npm run demo:agent', 'http://localhost:8888/dev/mail?key=x', 'DESK-KEY', '/contact/'])
    expect(text).toContain(words)
})

it('shows nothing of a trial in production, whatever the server says', () => {
  const text = banner({ ...readSettings({}), production: true }, TRIED)
  for (const words of ['demo:agent', '/dev/mail', 'DESK-KEY']) expect(text).not.toContain(words)
})
