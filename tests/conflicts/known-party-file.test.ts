/** The firm's list as a file: what spreadsheets write is read, and what is wrong is named with its line. */
import { describe, expect, it } from 'vitest'
import { EXAMPLE_FILE, parseKnownParties } from '../../src/conflicts/known-party-file.ts'

const ANA = { name: 'Ana Example', role: 'client' }

it.each<[string, string, Record<string, string>[]]>([
  ['two columns', 'name,role\nAna Example,client', [ANA]],
  ['another order, capitals, columns of other programs', 'Phone,ROLE,Billing,Name\n,Client,x,Ana Example', [ANA]],
  ['a byte order mark, CRLF, semicolons', '\uFEFFname;role\r\nAna Example;client\r\n', [ANA]],
  ['quotation marks', '"name","role"\n"Example, ""Annie"" Ana",client', [{ ...ANA, name: 'Example, "Annie" Ana' }]],
  ['a line break in a cell', 'name,role,matter\nAna Example,client,"A\nB"', [{ ...ANA, matter: 'A\nB' }]],
  ['empty lines and rows', 'name,role,email\n\n,,\nAna Example,client,\n  \n', [ANA]],
  ['spaces around cells', 'name , role\n  Ana Example , client ', [ANA]],
  ['rows without the last cells', 'name,role,email,matter\nAna Example,client', [ANA]],
  [
    'Spanish words',
    'Nombre;Papel;Teléfono\nJosé Ñúñez Güell;Contraparte;386 555 0100',
    [{ name: 'José Ñúñez Güell', role: 'opponent', telephone: '386 555 0100' }],
  ],
  [
    'all columns',
    EXAMPLE_FILE,
    [
      { name: 'Example, Ana', role: 'client', email: 'ana@example.com', telephone: '202-555-0143', matter: 'Will' },
      { name: 'Acme Corp.', role: 'opponent', matter: 'Example v. Acme' },
    ],
  ],
])('a file that is right: %s', (_what, text, parties) => {
  expect(parseKnownParties(text).parties).toEqual(parties)
})

it.each<[string, string, Record<string, string>[], string[]]>([
  [
    'contacts of Clio',
    'Type,Prefix,First Name,Middle Name,Last Name,Suffix,Company,Title,Work Email,Primary Email Address,Primary Phone Number\nPerson,Dr.,Robert,J.,Smith,III,Acme LLC,CEO,,bob@example.com,386-555-0142\nCompany,,,,,,Acme LLC,,,,\nPerson,,,,,,,,,x@example.com,',
    [
      {
        ...{ name: 'Dr. Robert J. Smith III; Acme LLC', role: 'client' },
        ...{ email: 'bob@example.com', telephone: '386-555-0142' },
      },
      { name: 'Acme LLC', role: 'client' },
    ],
    [
      'Columns read: Type, Prefix, First Name, Middle Name, Last Name, Suffix, Company, Work Email, Primary Email Address, Primary Phone Number. Others: Title.',
      'People: 1. Companies: 1.',
      'Rows without a role, treated as clients: 2.',
      'Line 4 was left out: it has no name.',
    ],
  ],
  [
    'a Spanish spreadsheet',
    'APELLIDO(S);Tipo;Empresa;nombre;Nota\nNúñez Gil;Ex cliente;;José;x\n;Posible cliente;Mar, S.A.;;\nVega;cónyuge;;Ana;',
    [
      { name: 'José Núñez Gil', role: 'former client' },
      { name: 'Mar, S.A.', role: 'prospective client' },
      { name: 'Ana Vega', role: 'related' },
    ],
    ['Columns read: APELLIDO(S), Tipo, Empresa, nombre. Others: Nota.', 'People: 2. Companies: 1.'],
  ],
  [
    'display names',
    'display_name,company\n"Smith, Robert & Jane",\nAcme Inc.,Acme Inc.',
    [
      { name: 'Smith, Robert & Jane', role: 'client' },
      { name: 'Acme Inc.', role: 'client' },
    ],
    [
      'Columns read: display_name, company. Others: none.',
      'People: 1. Companies: 1.',
      'Rows without a role, treated as clients: 2.',
    ],
  ],
])('what is taken of a file is said: %s', (_what, text, parties, taken) => {
  expect(parseKnownParties(text)).toEqual({ parties, taken })
})

describe('a file that is wrong', () => {
  it.each([
    ['empty', '', 'The file is empty.'],
    ['only a header', 'name,role\n\n', 'no entries'],
    ['no header', 'Ana Example,client\nBo,client', 'Line 1: the first line must name the columns'],
    ['a column twice', 'name,role,Nombre\nAna,client,Bo', 'Line 1: two columns are called name.'],
    ['no name in any row', 'name,role\n,client', 'The file names no one.'],
    [
      'an unknown role',
      'name,role,matter\nAna Example,client,"A\nB"\nBo,friend',
      'Line 4: the role must be client, former client, prospective client, opponent, related or other.',
    ],
    ['a line break in a name', 'name,role\n"Ana\nExample",client', 'Line 3: the name has a line break'],
    ['NUL in a name', 'name,role\nAna\0,client', 'Line 2: the name has a line break or a control character.'],
    ['no role', 'name,role\nAna Example,client\nCy,', 'Line 3: the role must be'],
    ['no address', 'name,role,email\nAna,client,ana at example', 'Line 2: the e-mail address is not valid.'],
    ['a comma too much', 'name,role\nExample, Ana,client', 'Line 2: it has 3 cells and the first line 2.'],
    ['an open quotation mark', 'name,role\nBo,client\n"Ana,client\nCy,client', 'Line 3: a quotation mark is opened'],
    ['Latin-1', 'name,role\nJos\uFFFD,client', 'Line 2: it holds a letter that cannot be read.'],
    ['a long cell', `name,role\n${'x'.repeat(301)},client`, 'Line 2: a cell has more than 300 characters.'],
    ['too many entries', `name,role\n${'A,client\n'.repeat(20_001)}`, 'has 20001 entries, and the list takes 20000'],
  ])('%s', (_what, text, fault) => {
    expect(parseKnownParties(text)).toEqual({ faults: [expect.stringContaining(fault)] })
  })

  it('in many lines names the first twenty, and quotes none', () => {
    const { faults = [] } = parseKnownParties(`name,role\n${'Ana Secret,x\n'.repeat(30)}`)
    expect([faults.length, faults.at(-1)]).toEqual([21, 'And 10 more.'])
    expect(faults.join()).not.toContain('Secret')
  })
})
