/**
 * The table of wordings: for each row texts that trip it, and texts that do not. `faults.test.ts` has those of comparison and promise.
 */
import { describe, expect, it } from 'vitest'
import { adviseOnWording } from '../../../src/commands/content/wording.ts'
import { editContent, type EditedContent, printed, publishedWith } from './edited-content.ts'

const PAGE = 'pages/not-found.md'
const adviceOn = (text: string) => adviseOnWording(publishedWith(PAGE, text)).map(printed)
const adviceOf = (content: EditedContent) => adviseOnWording(content.read()).map(printed)

describe('“no fee” without costs beside it', () => {
  it.each([
    'If nothing is recovered, there is no fee.',
    'The first conversation costs nothing. No recovery, no fee.',
    'If we lose you pay\nno attorney’s fees.',
    'You never pay a fee.',
    'Nothing unless we recover.',
    'Si no se recupera nada, no hay honorarios.',
    'Sin honorarios.',
  ])('is found in %j', (text) => expect(adviceOn(text)).toEqual([expect.stringContaining('rule 4-7.14(a)(5)')]))

  it.each([
    'No recovery, no fee, but you may still owe costs.',
    'There is no fee.\nYou may owe costs, such as filing fees.',
    'Si no se recupera nada no hay honorarios, pero es posible que deba los gastos del caso.',
    'The fee is agreed in writing.',
  ])('is not found in %j', (text) => expect(adviceOn(text)).toEqual([]))

  it('costs of another paragraph do not count', () =>
    expect(adviceOn('There is no fee.\n\nYou may owe costs.')).toHaveLength(1))
})

describe('referred cases', () => {
  const TEXTS = [
    'We may refer you to another lawyer.',
    'Some cases are referred to other law firms.',
    'Referimos algunos asuntos.',
    'Algunos casos se remiten a otro bufete.',
  ]
  it.each(TEXTS)('%j asks for a statement', (text) =>
    expect(adviceOn(text)).toEqual([expect.stringMatching(/rule 4-7\.12\(b\).*`advertising` of notices\.md/)]),
  )

  it.each(TEXTS)('%j is in order when the notice says it', (text) => {
    const content = editContent()
    content.append(PAGE, text)
    content.change('notices.md', /advertising: >-/, '$&\n  Some matters are referred to other lawyers.')
    expect(adviceOf(content)).toEqual([])
  })

  it.each([
    'The Florida Bar’s Lawyer Referral Service can refer you to a lawyer.',
    'Please give your reference.',
    'El servicio de referencia de abogados de The Florida Bar.',
  ])('%j needs none', (text) => expect(adviceOn(text)).toEqual([]))
})

describe('an office that no client can visit', () => {
  it.each(['P.O. Box 12', 'PO Box 12', 'Post Office Box 7', 'PMB 30, 114 Main Street'])('is %s', (street) => {
    const content = editContent()
    content.change('firm.md', /street: .*/, `street: "${street}"`)
    const place = `firm.md:${content.lineOf('firm.md', 'street:')} address.street`
    expect(adviceOf(content)).toEqual([
      expect.stringMatching(new RegExp(`^${place} says “.*rule 4-7\\.12\\(a\\)\\(2\\).*Write the street`)),
    ])
  })

  it('is a virtual one', () => expect(adviceOn('We have a virtual\noffice in Tampa.')).toHaveLength(1))
  it.each(['12 Box Street', 'Open the box.'])('is not %j', (text) => expect(adviceOn(text)).toEqual([]))
})

describe('a promise to answer without hours', () => {
  it.each([
    'We answer within 24 hours.',
    'A person will reply to your message\nwithin two hours.',
    'We respond in less than an hour.',
    'We are here around the clock.',
    'Call 24/7.',
    'Le respondemos en dos horas.',
    'Contestamos a cualquier hora.',
  ])('is %j', (text) => expect(adviceOn(text)).toEqual([expect.stringContaining('Write: within one business day')]))

  it.each([
    'We answer within one business day.',
    'We answer within two hours, Monday to Friday, 8:30 a.m. to 5:00 p.m.',
    'We answer requests about your data within 30 days.',
    'Respondemos en el plazo de un día hábil.',
    'Le responderemos en un plazo de 30 días.',
    'First appearance comes within 24 hours of arrest.',
  ])('is not %j', (text) => expect(adviceOn(text)).toEqual([]))

  it('is looked for in what the firm says of itself', () => {
    const content = editContent()
    content.change('firm.md', /replyWithin: .*/, 'replyWithin: a day')
    const line = content.lineOf('firm.md', 'replyWithin:')
    expect(adviceOf(content)).toEqual([expect.stringMatching(`^firm.md:${line} replyWithin says “a day”`)])
  })
})

it('names the line on which the words begin, inside a paragraph', () => {
  const content = editContent()
  content.append(PAGE, 'First line of it.\nSecond: there is no\nfee at all, no fee.')
  expect(adviceOf(content)).toEqual([
    expect.stringMatching(`^${PAGE}:${content.lineOf(PAGE, 'Second:')}  says “no fee”`),
    expect.stringMatching(`^${PAGE}:${content.lineOf(PAGE, 'fee at all')}  says “no fee”`),
  ])
})
