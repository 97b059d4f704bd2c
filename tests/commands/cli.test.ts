/** How commands fail: whatever happens, one sentence and no stack. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runCommand, runCommandLine } from '../../src/commands/cli.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { run } from '../adopted-firm.ts'
import { removedWithTest } from '../journeys/server.ts'
import { parseValue } from '../../src/store/record.ts'

const said = vi.spyOn(console, 'error')
const ended = vi.spyOn(process, 'exit')
beforeEach(() => {
  said.mockReset().mockReturnValue()
  ended.mockReset().mockReturnValue(undefined as never)
})
afterEach(() => void vi.resetAllMocks())

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
/** The parser is recursive, and this is too deep for it. */
const deep = () => JSON.stringify(parseValue('['.repeat(1e5) + ']'.repeat(1e5)))

it.each([
  ['a store that fails', () => Promise.reject(new StoreUnavailable('could not read')), /^could not read$/],
  ['a full disk', () => Promise.reject(full), /^This failed unexpectedly: ENOSPC: no space left on device/],
  ['too deep a text', async () => void deep(), /^This failed unexpectedly: Maximum call stack size exceeded/],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- A library may do so.
  ['something that is no error', () => Promise.reject('x'), /^This failed unexpectedly: x/],
])('%s', async (_what, command, words) => {
  await runCommand(command)
  expectSentence(words)
})

const SLIPS = { SITE_ULR: 'SITE_URL', RETENTION_DAY: 'RETENTION_DAYS', MAILL_URL: 'MAIL_URL', DATA_DYR: 'DATA_DIR' }
it.each(Object.entries(SLIPS))('names %s, which is set, beside %s, and goes on', async (slip, meant) => {
  vi.stubEnv(slip, 'https://secret.example')
  const command = vi.fn(() => Promise.resolve())
  await runCommand(command)
  vi.unstubAllEnvs()
  const sentence = `${slip} is set, and Front Desk does not know it. Did you mean ${meant}?`
  expect([said.mock.calls, command.mock.calls.length]).toEqual([[[sentence]], 1])
})

it('says nothing of other variables', async () => {
  for (const name of ['EDITOR', 'HOME', 'LANG', 'BASE_URL', 'SITE_KEY', 'MAIL_HOST']) vi.stubEnv(name, 'x')
  await runCommand(() => Promise.resolve())
  vi.unstubAllEnvs()
  expect(said).not.toHaveBeenCalled()
})

it('a full disk below what a command prints', async () => {
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(full) })
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never)
  await runCommandLine({ name: 'staff', options: {}, arity: { '': 0 } }, () => void stdout.write('x'))
  await vi.waitFor(() => expectSentence(/^This failed unexpectedly: ENOSPC/))
})

const SAMPLE = readdirSync('content/sample')
it.each([
  ['adopt', 'ends', 'A Firm\r', /^The input ended before all was answered\.[^\n]+\n$/, ['firm.yaml']],
  ['adopt', 'is stopped', '\u0003', /^Stopped\. `npm run adopt` goes on from the last answer\.\n$/, []],
  ['adopt lawyer', 'is stopped', '\u0003', /^Stopped\. Nothing was written\. [^\n]+\n$/, SAMPLE],
])('a prompt of %s whose input %s', (...row) => {
  const [command, , input, words, files] = row
  const folder = removedWithTest()
  if (files === SAMPLE) cpSync('content/sample', folder, { recursive: true })
  const { code, stderr } = run('.', command.split(' '), { CONTENT_DIR: folder }, input)
  expect([code, stderr, readdirSync(folder)]).toEqual([1, expect.stringMatching(words), files])
  for (const file of files.filter((each) => each === 'firm.yaml'))
    expect(readFileSync(join(folder, file), 'utf8')).toContain('name: A Firm')
})

function expectSentence(words: RegExp) {
  const [[text] = []] = said.mock.calls
  expect([said.mock.calls.length, ended.mock.calls]).toEqual([1, [[1]]])
  expect(text).toMatch(words)
  expect(text).not.toMatch(/\n|^ +at /m)
}
