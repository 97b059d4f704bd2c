/** The table of wordings: for each rule texts that trip it, and texts that do not; and what earlier versions of our texts said. */
import { expect, it } from 'vitest'
import { applyRules } from '../../../src/commands/content/passages.ts'
import { AGENT_WORDS, WORDS } from '../../../src/words.ts'
import { WORDINGS, wordingRules } from '../../../src/commands/content/text-rules.ts'
import { blocksOf } from '../../table.ts'
import { editContent, type EditedContent, olderIn, printed, publishedWith, reportIn } from './edited-content.ts'

const PAGE = 'pages/not-found.md'
const adviceIn = (content: ReturnType<typeof publishedWith>) => {
  const files = content.files.filter(({ file }) => [PAGE, 'firm.md'].includes(file))
  return applyRules(files, wordingRules(content, false)).map(printed)
}
const adviceOn = (text: string) => adviceIn(publishedWith(PAGE, text))
const adviceOf = (content: EditedContent) => adviceIn(content.read())

const [POINTED_AT = [], LEFT_ALONE = []] = blocksOf('tests/commands/content/wordings.txt')

it.each(POINTED_AT)('points at %j with the number of the rule %s', (text, rule) =>
  expect(adviceOn(text)).toEqual([expect.stringContaining(`rule ${rule}`)]),
)

it.each(LEFT_ALONE)('leaves %j alone', (text) => expect(adviceOn(text)).toEqual([]))

it('looks at the sentence on what a consultation costs', () => {
  const content = editContent()
  content.change('firm.md', /consultationCost: .*/, 'consultationCost: The first half hour is free.')
  expect(adviceOf(content)).toEqual([expect.stringMatching(/^firm\.md:\d+ consultationCost .*4-7\.14\(a\)\(5\)/)])
})

it('what other texts say counts in order when the notice says that cases are referred', () => {
  const content = editContent([PAGE, 'firm.md', 'notices.md'])
  content.append(PAGE, 'We may refer you to another lawyer.')
  expect(adviceOf(content)).toHaveLength(1)
  content.change('notices.md', /advertising: >-/, '$&\n  Some matters are referred to other lawyers.')
  expect(adviceOf(content)).toEqual([])
})

it.each([
  [/street: .*/, 'street: "P.O. Box 12"', 'offices.0.address.street'],
  [/replyWithin: .*/, 'replyWithin: a day', 'replyWithin'],
])('what other texts say counts in the fields of the firm: %s → %s', (from, to, field) => {
  const content = editContent(['firm.md'])
  content.change('firm.md', from, to)
  expect(adviceOf(content)).toEqual([
    expect.stringMatching(`^firm.md:${content.lineOf('firm.md', to)} ${field} says “`),
  ])
})

it('names the line on which the words begin, inside a paragraph', () => {
  const content = editContent([PAGE])
  content.append(PAGE, 'First line of it.\nSecond: there is no\nfee at all, no fee.')
  expect(adviceOf(content)).toEqual([
    expect.stringMatching(`^${PAGE}:${content.lineOf(PAGE, 'Second:')}  says “no fee”`),
    expect.stringMatching(`^${PAGE}:${content.lineOf(PAGE, 'fee at all')}  says “no fee”`),
  ])
})

/** What the texts once said, in each language. */
const OLDER = WORDINGS.flatMap(({ stops, once, rule }) =>
  stops ? [{ en: once?.en ?? '', es: once?.es ?? '', rule }] : [],
)

it.each(OLDER)('what earlier versions of our texts said stops the build: $en', ({ en, es, rule }) => {
  for (const [page, text] of Object.entries({ [PAGE]: en, [`es/${PAGE}`]: es }))
    expect(reportIn(publishedWith(page, text.replaceAll(' ', '\n'))).faults).toEqual([expect.stringContaining(rule)])
})

it('what earlier versions of our texts said is in no word of the program', () => {
  expect(olderIn([WORDS, AGENT_WORDS].map((words) => JSON.stringify(words)).join('\n'))).toEqual([])
  expect(OLDER.length).toBeGreaterThan(10)
  for (const text of OLDER.flatMap(({ en, es }) => [en, es])) expect(olderIn(`x\n${text}`)).toHaveLength(1)
})
