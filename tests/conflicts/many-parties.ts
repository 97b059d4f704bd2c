/** Inquiries of many different people, spread over ten years: names, companies, addresses and numbers as people write them. */
import type { InquiryRequest } from '../../src/inquiries/inquiry-request.ts'
import { rowsOf } from '../table.ts'

const [FIRST = [], STEMS = [], ENDS = [], TRADES = []] = rowsOf(`${import.meta.dirname}/many-parties.txt`)
const FORMS = [', Inc.', ' LLC', ' Corp.', ', S.A. de C.V.', '', ' L.L.C.', ' & Sons Ltd']

/** The same seed gives the same numbers (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T

const surname = (random: () => number) =>
  pick(STEMS, random) + (random() < 0.5 ? pick(STEMS, random).toLowerCase() : '') + pick(ENDS, random)

function nameOf(random: () => number): string {
  const [first, last] = [pick(FIRST, random), surname(random)]
  if (random() < 0.15) return `${last}, ${first}`
  if (random() < 0.15) return `${first} ${last} ${surname(random)}`
  return random() < 0.1 ? `${first} ${last}`.toUpperCase() : `${first} ${last}`
}

function phoneOf(random: () => number): string {
  const digits = () => String(Math.floor(random() * 10_000)).padStart(4, '0')
  return pick([`(386) 555-${digits()}`, `+1 904.555.${digits()}`, `386555${digits()}`, `555-${digits()} x12`], random)
}

export function partyRequest(random: () => number): InquiryRequest {
  const name = nameOf(random)
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  const local = `${words.join(pick(['.', '_', ''], random))}${random() < 0.4 ? Math.floor(random() * 100) : ''}`
  return {
    name,
    email: `${local}@${pick(['gmail.com', 'yahoo.com', 'example.org'], random)}`,
    message: 'I would like to talk.',
    ...(random() < 0.7 && { phone: phoneOf(random) }),
    ...(random() < 0.5 && {
      otherParty: random() < 0.5 ? nameOf(random) : `${surname(random)} ${pick(TRADES, random)}${pick(FORMS, random)}`,
    }),
  }
}

/** The text with a letter left out, doubled, exchanged, or in the place of the next one. */
export function slipIn(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const [before, letter, next, after] = [text.slice(0, at), text[at] ?? '', text[at + 1] ?? '', text.slice(at + 2)]
  return before + pick([next, letter + letter + next, `e${next}`, next + letter], random) + after
}
