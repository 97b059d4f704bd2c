/**
 * Parties among many: what is found is what comparing each text by itself finds, whatever is passed over.
 */
import { describe, expect, it } from 'vitest'
import { PERSON_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { idsOf, joinEntries, partyEntry, splitEntries } from '../../src/inquiries/party-columns.ts'
import { partyMatcher } from '../../src/inquiries/party-matcher.ts'
import { foldText, matchParty } from '../../src/inquiries/party-match.ts'
import { effortOf } from '../effort.ts'
import { numbersFrom, partyRequest, slipIn } from './many-parties.ts'

const PEOPLE = 500
const SEARCHED = 120

/** A comparison of two texts of a hundred words is less than this; one for each pair of their words is a thousand times as much. */
const MANY_COMPARISONS = 20_000

const random = numbersFrom(15)
const people = Array.from({ length: PEOPLE }, () => partyRequest(random))
const columns = joinEntries(people.map((request, row) => partyEntry(String(row), request)))

/** Each text by itself. */
const compareEach = (searched: string) =>
  people.flatMap((request, row) =>
    PERSON_FIELDS.flatMap((field) => {
      const text = request[field]
      if (text === undefined) return []
      const match = foldText(text).includes(foldText(searched)) ? 'same' : matchParty(searched, text)
      return match ? [{ row, searched, field, match }] : []
    }),
  )

const inOrder = (found: ReturnType<typeof compareEach>) => found.map((one) => JSON.stringify(one)).sort()

/** A name, an address, a number or another side, as it stands there, in part, or with a slip. */
function searchedText(): string {
  const request = partyRequest(random)
  const known = people[Math.floor(random() * PEOPLE)]!
  const from = random() < 0.7 ? known : request
  const text = from[PERSON_FIELDS[Math.floor(random() * PERSON_FIELDS.length)]!] ?? from.name
  const [way, cut] = [random(), Math.floor(random() * text.length)]
  if (way < 0.4) return slipIn(text, random)
  if (way < 0.5) return text.slice(cut, cut + 5)
  if (way < 0.6) return text.replaceAll(' ', '')
  return way < 0.7 ? text.split(' ').reverse().join(' ') : text
}

describe('among many parties', () => {
  it('the same is found as by comparing each text', () => {
    const texts = Array.from({ length: SEARCHED }, searchedText)
    const counts = { same: 0, similar: 0 }
    for (const text of texts) {
      const found = partyMatcher([text])(columns)
      expect(inOrder(found), text).toEqual(inOrder(compareEach(text)))
      for (const { match } of found) counts[match] += 1
    }
    // So that the comparison is of something.
    expect(Math.min(counts.same, counts.similar)).toBeGreaterThan(20)
  })

  it.each([
    ['Wal Mart', 'Walmart Stores East, LP'],
    ['Walmart', 'The Wal-Mart, Inc.'],
    ['mart sto', 'Wal-Mart Stores'],
    ['Publix Super Markets', 'Publix'],
    ['Jon Smyth', 'SMITH, John'],
    ['Olfenstin', 'Wolfenstein'],
    ['Wolfenstein', 'Ana Olfenstin'],
    ['555-0142', '(386) 555-0142 x7'],
    ['(386) 555-0142', '5550142'],
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@bücher.example', 'Ana@xn--bcher-kva.example'],
    ['J.R. Smith', 'J R Smith'],
    ['&', 'Smith & Sons'],
    ['李', '李小龙'],
  ])('%s finds %s in whatever field it stands', (searched, text) => {
    for (const field of PERSON_FIELDS) {
      const entries = [{}, { [field]: text }, { name: 'Zzz' }].map((texts, row) => partyEntry(String(row), texts))
      const match = foldText(text).includes(foldText(searched)) ? 'same' : matchParty(searched, text)
      expect(match).toBeDefined()
      expect(partyMatcher([searched])(joinEntries(entries))).toEqual([{ row: 1, searched, field, match }])
    }
  })

  it('several texts are found in one pass, each under its name, and twice the same once', () => {
    const texts = [people[3]!.name, people[4]!.email, people[3]!.name]
    const found = inOrder(partyMatcher(texts)(columns))
    expect(found).toEqual(inOrder([texts[0]!, texts[1]!].flatMap(compareEach)))
  })

  it.each(['', '\u0301', '\u007f'])('what has no letter of its own finds nothing: %j', (text) => {
    expect(partyMatcher([text])(columns)).toEqual([])
  })

  it('are taken apart as they were put together', () => {
    const entries = splitEntries(columns)
    expect(entries).toHaveLength(PEOPLE)
    expect(joinEntries(entries)).toEqual(columns)
    expect(entries[7]).toEqual(partyEntry('7', people[7]!))
    expect(idsOf(joinEntries([]))).toEqual([])
    expect(partyEntry('x', { name: 'A\u007fB' }).words).toBe(partyEntry('x', { name: 'A B' }).words)
  })
})

it('compares a text of many words that are alike once', () => {
  // 99 words are the same in both, and the last one tells them apart.
  const [one, other] = [
    Array.from({ length: 99 }, () => 'x').join(' '),
    Array.from({ length: 98 }, () => 'x').join(' ') + ' z',
  ]
  const columnsOf = joinEntries([
    partyEntry('1', { ...partyRequest(random), name: `${other} q`, otherParty: `${other} w` }),
  ])
  const match = partyMatcher([one])
  expect(effortOf(() => match(columnsOf), one.length)).toBeLessThan(MANY_COMPARISONS)
})
