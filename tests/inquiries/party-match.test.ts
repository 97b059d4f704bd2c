/**
 * Names, addresses and numbers as people write them: which are the same party, which are similar, which are not.
 */
import { describe, expect, it } from 'vitest'
import { matchParty } from '../../src/inquiries/party-match.ts'

/** What is searched, and what an inquiry says. */
type Pair = readonly [searched: string, text: string]

const SAME: readonly Pair[] = [
  // Order, case, accents, punctuation.
  ['Pitts, Gary', 'Gary Pitts'],
  ['gary pitts', 'GARY  PITTS'],
  ['Nunez', 'Zoë Núñez'],
  ['Straße', 'STRASSE'],
  ['Lukasz Sorensen', 'Łukasz Sørensen'],
  ["O'Brien", 'Patrick O’Brien'],
  ['OBrien', "O'Brien"],
  ['Ｇａｒｙ Ｐｉｔｔｓ', 'Gary Pitts'],
  // More or fewer names, initials, titles.
  ['Pitts', 'Gary Pitts'],
  ['Gary Pitts', 'Gary Allen Pitts'],
  ['Gary A. Pitts', 'Gary Allen Pitts'],
  ['G. Pitts', 'Gary Pitts'],
  ['Dr. Gary Pitts', 'Gary Pitts, Esq.'],
  ['John Smith', 'John Smith Jr.'],
  ['Smith, J.R.', 'J. R. Smith'],
  // Spanish names.
  ['María García', 'García López, María'],
  ['José de la Cruz', 'Jose Cruz'],
  ['Ortega y Gasset', 'José Ortega Gasset'],
  // Companies.
  ['Winn Dixie', 'Winn-Dixie Stores, Inc.'],
  ['Walmart', 'Wal-Mart'],
  ['Acme LLC', 'ACME, L.L.C.'],
  ['The Home Depot', 'Home Depot U.S.A., Inc.'],
  ['Smith & Sons', 'Smith and Sons Ltd'],
  ['State Farm', 'State Farm Mutual Automobile Insurance Company'],
  ['Panadería La Fogata', 'La Fogata Panaderia, S.A. de C.V.'],
  ['3M', '3M Company'],
  ['The Company', 'The Company, Inc.'],
  ['Ronald MacDonald', 'Mac Donald, Ronald'],
  // Addresses and numbers.
  ['ana@example.com', 'Ana@Example.COM'],
  ['Nunez', 'ana.nunez@example.com'],
  ['(386) 555-0142', '+1 386.555.0142'],
  ['555-0142', '(386) 555 0142'],
  ['+1 (386) 555-0142 ext. 7', '1-386-555-0142'],
]

const SIMILAR: readonly Pair[] = [
  ['gary pits', 'Gary Pitts'],
  ['Gray Pitts', 'Gary Pitts'],
  ['Jon Smyth', 'John Smith'],
  ['Vargas', 'Pedro Bargas'],
  ['Rodrigues Martines', 'María Rodríguez Martínez'],
  ['Ana Pérez', 'Ana'],
  ['Publix Super Markets', 'Publix'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['Panaderia Fogta', 'La Fogata Panadería'],
]

const OTHER: readonly Pair[] = [
  ['Mary Pitts', 'Gary Pitts'],
  ['Pitts', 'Gary Pittman'],
  ['Ana Ruiz', 'Ana Paz'],
  ['A. Pitts', 'Gary Pitts'],
  ['G P', 'Gary Pitts'],
  ['Gary Allen Pitts', 'Gary Bruce Pitts'],
  ['Inc.', 'Acme, Inc.'],
  ['Highway 2018', 'Highway 2019'],
  ['J.R. Smith', 'Smith & Sons'],
  ['Farm Bureau', 'State Farm'],
  ['García López', 'García Ruiz'],
  ['Lee', 'Les'],
  ['ana@example.com', 'eva@example.com'],
  ['ana@example.com', 'Ana Example'],
  ['386-555-0142', '386-555-0143'],
  ['386-555-0142', '+49 386 5550142 99'],
  ['555-0142', 'Apartment 5550142'],
  ['01', '386-555-0101'],
  ['Gary Pitts', ''],
  ['&', 'Smith & Sons'],
]

describe('two texts', () => {
  it.each(SAME)('name the same party: %s, %s', (searched, text) => expect(matchParty(searched, text)).toBe('same'))
  it.each(SIMILAR)('are similar: %s, %s', (searched, text) => expect(matchParty(searched, text)).toBe('similar'))
  it.each(OTHER)('name different parties: %s, %s', (searched, text) =>
    expect(matchParty(searched, text)).toBeUndefined(),
  )
})
