/** The firm's list as a file: what spreadsheets write is read, and what cannot be read is left out and named with its line. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLE_FILE, parseKnownParties } from '../../src/conflicts/known-party-file.ts'

interface Case {
  what: string
  text?: string
  parties?: object[]
  said?: string[]
}
const CASES = parse(readFileSync('tests/conflicts/known-party-files.yaml', 'utf8')) as Case[]
const ANA = { name: 'Ana Example', role: 'client' }

it.each(CASES)('a file is read: $what', ({ text = EXAMPLE_FILE, parties = [ANA], said }) => {
  const parsed = parseKnownParties(text)
  expect(parsed.parties).toEqual(parties)
  if (said) expect([...(parsed.taken ?? []), ...(parsed.leftOut ?? [])]).toEqual(said)
})

it.each<[string, string, string]>([
  ['a role that is not known', 'Bo,Opposing Counsel,,', 'the role was not understood, so it counts as related.'],
  ['no role', 'Bo,,,', 'the role was not understood, so it counts as related.'],
  ['no address', 'Bo,client,bo at example,', 'the e-mail address was left out, because it is not one address.'],
  ['two addresses', 'Bo,client,bo@example.com; b@example.com,', 'the e-mail address was left out'],
  ['an address with a name', 'Bo,client,Bo <bo@example.com>,', 'the e-mail address was left out'],
  ['no telephone number', 'Bo,client,,N/A', 'the telephone number was left out, because it is not a whole number.'],
  ['a telephone number as a spreadsheet rounds it', 'Bo,client,,1.20256E+10', 'the telephone number was left out'],
  ['a comma too much', 'Bo,client,,,x', 'it has more cells than there are columns'],
])('what cannot be read is left out, and its line is said: %s', (_what, row, note) => {
  const text = `name,role,email,telephone\nAna,client,,\n${row}`
  const { parties = [], leftOut } = parseKnownParties(text)
  expect(parties[1]).toEqual({ name: 'Bo', role: note.includes('role') ? 'related' : 'client' })
  expect(leftOut).toEqual([expect.stringContaining(`Line 3: ${note}`)])
})

it('a name that is too long or lost a letter is taken as it is, and its line is said', () => {
  const { parties = [], leftOut } = parseKnownParties(`name\n${'x'.repeat(301)}\nJos\uFFFD`)
  expect(parties.map(({ name }) => name)).toEqual(['x'.repeat(300), 'Jos\uFFFD'])
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
  const { leftOut = [] } = parseKnownParties(`name,role\n${'Ana Secret,x\n'.repeat(30)}`)
  expect([leftOut.length, leftOut.at(-1)]).toEqual([21, 'And 10 more lines.'])
  expect(leftOut.join()).not.toContain('Secret')
})

it.each([
  ['empty', '', 'The file is empty.'],
  ['only a header', 'name,role\n\n', 'no entries'],
  ['no header', 'Ana Example,client\nBo,client', 'One of the first lines must name the columns'],
  ['no name in any row', 'name,role\n,client', 'The file names no one.'],
  ['an open quotation mark', 'name,role\nBo,client\n"Ana,client\nCy,client', 'Line 3: a quotation mark is opened'],
  ['too many entries', `name,role\n${'A,client\n'.repeat(20_001)}`, 'has 20001 entries, and the list takes 20000'],
  ['a workbook', 'PK\u0003\u0004', 'save it as CSV'],
])('a file that cannot be read: %s', (_what, text, fault) => {
  expect(parseKnownParties(text)).toEqual({ fault: expect.stringContaining(fault) })
})
