/** What `auth.md` says of an inquiry, against its schema. */
import { expect, it } from 'vitest'
import { authMd } from '../../../src/contract/documents/auth-md.ts'
import { inquiryRequest } from '../../../src/inquiries/inquiry-request.ts'
import { BASE, FIRM } from '../../test-desk.ts'

const GUIDE = authMd({ base: BASE, firm: FIRM, topics: ['other'] })

it('names the agent in each sample that registers one', () => {
  const samples = GUIDE.match(/^post \/agent\/identity '.*$/gm) ?? []
  expect(samples).toHaveLength(2)
  for (const sample of samples) expect(sample).toContain('"client_name":')
})

it('leaves no marks of its parts', () => expect(GUIDE).not.toMatch(/\{[#/]/))

it('names each optional member of an inquiry, and no other', () => {
  const line = /^Optional: .*$/m.exec(GUIDE)?.[0] ?? ''
  const members = Object.entries(inquiryRequest(['other']).shape)
  const optional = members.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : []))
  // Values stand in parentheses.
  const named = [...line.replace(/\(.*?\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(optional.sort())
})
