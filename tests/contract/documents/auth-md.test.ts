/** What `auth.md` says of an inquiry, against its schema. */
import { expect, it } from 'vitest'
import { authMd } from '../../../src/contract/documents/auth-md.ts'
import { inquiryRequest } from '../../../src/inquiries/inquiry-request.ts'
import { BASE, FIRM } from '../../test-desk.ts'

it('names each optional member of an inquiry, and no other', () => {
  const line = /^Optional: .*$/m.exec(authMd({ base: BASE, firm: FIRM, topics: ['other'] }))?.[0] ?? ''
  const members = Object.entries(inquiryRequest(['other']).shape)
  const optional = members.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : []))
  // What stands in parentheses are values.
  const named = [...line.replace(/\(.*?\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(optional.sort())
})
