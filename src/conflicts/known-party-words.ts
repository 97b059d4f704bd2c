/** What the firm's list may call its columns, roles and kinds, as spreadsheets and programs of law offices write them, in English and Spanish. */
import type { KnownParty } from './known-party.ts'
import { foldText } from '../letters.ts'

export const COLUMNS = {
  name: 'name, nombre',
  display: 'display name, full name, nombre completo',
  prefix: 'prefix, tratamiento',
  first: 'first name, given name, nombres, primer nombre',
  middle: 'middle name, segundo nombre',
  last: 'last name, surname, family name, apellido, apellidos, primer apellido',
  last2: 'second last name, segundo apellido',
  suffix: 'suffix, sufijo',
  company: 'company, company name, organization, business name, empresa, compania, organizacion',
  type: 'type, contact type, tipo',
  role: 'role, rol, papel',
  email:
    'email, e-mail, email address, primary email, primary email address, work email, home email, correo, correo electronico',
  telephone:
    'telephone, phone, primary phone, primary phone number, mobile phone, work phone, home phone, mobile, telefono, celular',
  matter: 'matter, asunto',
} as const satisfies Record<string, string>

export const ROLE_WORDS: Readonly<Record<KnownParty['role'], string>> = {
  client: 'client, current client, cliente, cliente actual',
  'former client': 'former client, past client, ex-client, ex cliente, excliente, antiguo cliente, cliente anterior',
  'prospective client':
    'prospective client, prospective, prospect, potential client, lead, declined client, declined, cliente potencial, posible cliente, prospecto, cliente rechazado',
  opponent: 'opponent, opposing party, adverse party, adverse, contraparte, parte contraria, parte adversa',
  related:
    'related, related party, spouse, owner, insurer, relacionado, relacionada, parte relacionada, conyuge, aseguradora',
  other: 'other, otro, otra',
}

/** What a column "type" may say of a contact in place of its role. */
export const KINDS = {
  person: 'person, individual, persona',
  company: 'company, organization, business, empresa, compania',
} as const

/** Whether a cell has one of these words, however it writes capitals, accents and spaces. */
export const isOneOf = (words: string, cell = ''): boolean =>
  words.split(', ').includes(
    foldText(cell)
      .replace('(s)', 's')
      .replace(/[_\s]+/g, ' '),
  )
