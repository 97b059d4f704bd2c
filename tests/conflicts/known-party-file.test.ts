/** The firm's list as a file: what spreadsheets write is read, and what cannot be read is left out and named with its line. */
import { expect, it } from 'vitest'
import { EXAMPLE_FILE, parseKnownParties } from '../../src/conflicts/known-party-file.ts'
import { blocksOf, yamlOf } from '../table.ts'

type Case = Partial<{ what: string; text: string; parties: object[]; said: string[] }>
const CASES = yamlOf<Case[]>('tests/conflicts/known-party-files.yaml')
const ANA = { name: 'Ana Example', role: 'client' }

it.each(CASES)('a file is read: $what', ({ text = EXAMPLE_FILE, parties = [ANA], said }) => {
  const parsed = parseKnownParties(text)
  expect(parsed.parties).toEqual(parties)
  if (said) expect([...(parsed.taken ?? []), ...(parsed.leftOut ?? [])]).toEqual(said)
})

const [LEFT_OUT = [], REFUSED = []] = blocksOf('tests/conflicts/known-party-file.txt')
it.each(LEFT_OUT)('what cannot be read is left out, and its line is said: %s', (_what, row, note) => {
  const { parties = [], leftOut } = parseKnownParties(`name,role,email,telephone\nAna,client,,\n${row}`)
  expect(parties[1]).toEqual({ name: 'Bo', role: note.includes('role') ? 'related' : 'client' })
  expect(leftOut).toEqual([expect.stringContaining(`Line 3: ${note}`)])
})

it('a name that is too long or lost a letter is taken as it is, and its line is said', () => {
  const rows = ['x'.repeat(301), 'Jos\uFFFD', 'y'.repeat(300)].map((name) => `${name},client`)
  const { parties = [], leftOut } = parseKnownParties(['name,role', ...rows].join('\n'))
  expect(parties.map(({ name }) => name)).toEqual(['x'.repeat(300), 'Jos\uFFFD', 'y'.repeat(300)])
  expect(leftOut).toEqual([
    'Line 2: a cell was cut after 300 characters.',
    'Line 3: a letter of the name is lost in the file.',
  ])
})

it('a title or a total is no party, so nothing of the list is left out', () => {
  const { parties, taken, leftOut } = parseKnownParties('Clients of 2026\nname\nAna\nTotal Care\nGrand Total: 2')
  expect(parties?.map(({ name }) => name)).toEqual(['Ana', 'Total Care'])
  expect([taken?.slice(3), leftOut]).toEqual([
    ['Line 1 was left out: it stands above the columns.', 'Line 5 was left out: it is a total.'],
    [],
  ])
})

it('names the first twenty of many lines, and quotes none', () => {
  const leftOutOf = (count: number) => parseKnownParties(`name,role\n${'Ana Secret,x\n'.repeat(count)}`).leftOut ?? []
  expect(leftOutOf(20)).toHaveLength(20)
  const leftOut = leftOutOf(30)
  expect([leftOut.length, leftOut.at(-1)]).toEqual([21, 'And 10 more lines.'])
  expect(leftOut.join()).not.toContain('Secret')
})

const listOf = (count: number) => `name,role\n${'A,client\n'.repeat(count)}`
it('a list may have 20,000 entries', () => expect(parseKnownParties(listOf(20_000)).parties).toHaveLength(20_000))

const TOO_MANY = ['too many', listOf(20_001), 'has 20001 entries, and the list takes 20000']
it.each([...REFUSED, TOO_MANY])('a file that cannot be read: %s', (_what, text, fault) => {
  expect(parseKnownParties(text)).toEqual({ fault: expect.stringContaining(fault) })
})
