/** The offices of the firm. The first is the main one. Every function loads this file when it starts, so it imports no schema. */
import { type Language, listInWords } from '../language.ts'
import type { Address } from './office-fields.ts'

/** @returns the first office @throws Error when it has no telephone or no hours */
export function mainOffice<O extends { telephone?: string | undefined; hours?: unknown }>([main]: readonly O[]) {
  if (main?.telephone === undefined || main.hours === undefined)
    throw new Error('firm.md: the first office has no telephone or no hours')
  return main as O & { telephone: string; hours: NonNullable<O['hours']> }
}

/** @returns one line */
export const addressInWords = ({ street, city, state, postalCode }: Address): string =>
  `${street}, ${city}, ${state} ${postalCode}`

type InCity = readonly { address: Pick<Address, 'city' | 'state'> }[]

/** Example: `Palatka and St. Augustine` */
export const citiesOf = (offices: InCity, language: Language): string =>
  listInWords([...new Set(offices.map(({ address }) => address.city))], 'and', language)

/** Example: `Palatka and St. Augustine, FL` */
export const citiesInWords = (offices: InCity, language: Language): string =>
  [...Map.groupBy(offices, ({ address }) => address.state)]
    .map(([state, there]) => `${citiesOf(there, language)}, ${state}`)
    .join('; ')
