/**
 * The letters with which the staff begin a reply.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fillInReply, openPassages, REPLY_WORDS } from '../../src/firm/reply-template.ts'

const WORDS = {
  name: '{firm} $& Ana',
  reference: 'K7QM-2F9D',
  member: 'Carl',
  firm: 'Test Firm, P.A.',
  city: 'Palatka',
  telephone: '(386) 555-0142',
  hours: 'Monday',
  replyWithin: 'one day',
}

it('have their words filled in once: what a person wrote is no word to fill in', () => {
  expect(fillInReply('Dear {name}, {firm} {unknown} {} { name }', WORDS)).toBe(
    'Dear {firm} $& Ana, Test Firm, P.A. {unknown} {} { name }',
  )
  expect(fillInReply('To {firm}. In {city}. {unknown}.', WORDS)).toBe('To Test Firm, P.A. In Palatka. {unknown}.')
  expect(fillInReply('{constructor} {toString}', WORDS)).toBe('{constructor} {toString}')
})

it('have passages to fill in, which links are not', () => {
  expect(openPassages('On [day], or [another day]. [A link](/contact/) []')).toEqual(['[day]', '[another day]'])
})

it('and their words are explained to editors', () => {
  const rows = [...readFileSync('content/README.md', 'utf8').matchAll(/^\| `\{(\w+)\}` \| (.+) \|$/gm)]
  expect(Object.fromEntries(rows.map(([, word, meaning]) => [word, meaning]))).toEqual(REPLY_WORDS)
})
