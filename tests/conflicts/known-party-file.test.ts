/** The firm's list as a file: what spreadsheets write is read, and what cannot be read is left out and named with its line. */
import { expect, it } from 'vitest'
import { EXAMPLE_FILE, parseKnownParties } from '../../src/conflicts/known-party-file.ts'

const ANA = { name: 'Ana Example', role: 'client' }

it.each<[string, string, Record<string, string>[]]>([
  ['two columns', 'name,role\nAna Example,client', [ANA]],
  ['another order, capitals, columns of other programs', 'Phone,ROLE,Billing,Name\n,Client,x,Ana Example', [ANA]],
  ['a byte order mark, CRLF, semicolons', '\uFEFFname;role\r\nAna Example;client\r\n', [ANA]],
  ['quotation marks', '"name","role"\n"Example, ""Annie"" Ana",client', [{ ...ANA, name: 'Example, "Annie" Ana' }]],
  ['line breaks in cells', 'name,role,matter\n"Ana\nExample",client,"A\nB"', [{ ...ANA, matter: 'A B' }]],
  ['NUL in a name', 'name,role\nAna\0Example,client', [ANA]],
  ['a separator that is named', 'sep=;\nname;role\nAna Example;client', [ANA]],
  ['a title, and a total', 'Clients of 2026,\nname,role\nAna Example,client\nTotal: 1,', [ANA]],
  ['two names', 'name,role,Nombre\nAna Example,Clients,Bo', [{ ...ANA, name: 'Ana Example; Bo' }]],
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
    'contacts of Outlook',
    'First Name,Last Name,Company,E-mail Address,E-mail 2 Address,Business Phone,Mobile Phone\nAna,Example,,N/A,ana@example.com,N/A,202-555-0143\n,,Acme LLC,,,,',
    [
      { name: 'Ana Example', role: 'client', email: 'ana@example.com', telephone: '202-555-0143' },
      { name: 'Acme LLC', role: 'client' },
    ],
    [
      'Columns read: First Name, Last Name, Company, E-mail Address, E-mail 2 Address, Business Phone, Mobile Phone. Others: none.',
      'People: 1. Companies: 1.',
      'Rows without a role, treated as clients: 2.',
    ],
  ],
  [
    'contacts of Google, old and new',
    'Given Name,Family Name,Organization 1 - Name,Organization Name,E-mail 1 - Value,E-mail 1 - Type,Phone 1 - Value\nAna,Example,,,ana@example.com,Home,202-555-0143\n,,Acme LLC,Acme Corp.,,,',
    [
      { name: 'Ana Example', role: 'client', email: 'ana@example.com', telephone: '202-555-0143' },
      { name: 'Acme LLC; Acme Corp.', role: 'client' },
    ],
    [
      'Columns read: Given Name, Family Name, Organization 1 - Name, Organization Name, E-mail 1 - Value, Phone 1 - Value. Others: E-mail 1 - Type.',
      'People: 1. Companies: 1.',
      'Rows without a role, treated as clients: 2.',
    ],
  ],
  [
    'clients of PCLaw, and contacts of Thunderbird',
    'FirstName;LastName;FIRM NAME;Mobile Number\nAna;Example;Acme LLC;202-555-0143',
    [{ name: 'Ana Example; Acme LLC', role: 'client', telephone: '202-555-0143' }],
    [
      'Columns read: FirstName, LastName, FIRM NAME, Mobile Number. Others: none.',
      'People: 1. Companies: 0.',
      'Rows without a role, treated as clients: 1.',
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
  const parsed = parseKnownParties(text)
  expect([parsed.parties, [...(parsed.taken ?? []), ...(parsed.leftOut ?? [])]]).toEqual([parties, taken])
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
