/** The glossary of the Spanish texts: read as it stands, and each of its rows. */
import { describe, expect, it } from 'vitest'
import { glossaryRules, readGlossary } from '../../../src/commands/content/glossary.ts'
import { applyRules } from '../../../src/commands/content/passages.ts'
import { printed, publishedWith } from './edited-content.ts'

const GLOSSARY = readGlossary('.')
const PAGE = 'es/pages/not-found.md'

const saidOf = (text: string, page: string, stops: boolean) => {
  const files = publishedWith(page, text).files.filter(({ file }) => file === page)
  return applyRules(files, glossaryRules(GLOSSARY, stops)).map(printed)
}
const adviceOn = (text: string, page = PAGE) => saidOf(text, page, false)

describe('the glossary', () => {
  it('has a word to use for each word to avoid, and names each word once', () => {
    expect(GLOSSARY.length).toBeGreaterThan(30)
    for (const { english, write, avoid, wrong } of GLOSSARY)
      expect([english, write, ...avoid, ...wrong], english).not.toContain('')
    const avoided = GLOSSARY.flatMap(({ avoid, wrong }) => [...avoid, ...wrong])
    expect(avoided.toSorted()).toEqual([...new Set(avoided)].toSorted())
    expect(GLOSSARY.map(({ english }) => english)).not.toContain('English')
  })

  it('does not tell translators to write what it tells them to avoid', () =>
    expect(adviceOn(`Se dice: ${GLOSSARY.map(({ write }) => write).join('. ')}.`)).toEqual([]))

  it.each([
    ['warns of each of its words', 'avoid'],
    ['stops the build for each of those that change the meaning, with any number', 'wrong'],
  ] as const)('%s', (_what, kind) => {
    const said = GLOSSARY.flatMap(({ write, [kind]: words }) =>
      words.map((word) => [word.replace(/\bN\b/, 'dos'), write]),
    )
    expect(said.length).toBeGreaterThan(6)
    for (const [word = '', write] of said)
      expect(saidOf(`Esto dice ${word.toUpperCase()}, y nada más.`, PAGE, kind === 'wrong').join()).toContain(write)
  })
})

it('file and line are named, where the words run over two lines too', () =>
  expect(adviceOn('Le respondemos en un\ndía hábil.')).toEqual([
    expect.stringMatching(
      `^${PAGE}:\\d+ {2}says “en un día hábil”. For “within one business day” the glossary says: en el`,
    ),
  ]))

it('a span of time with an article is not what “dentro de N años” is about', () =>
  expect(saidOf('Dentro de los dos años. Dentro de 14 días.', PAGE, true)).toEqual([
    expect.stringContaining('says “Dentro de 14 días”'),
  ]))

it.each(['La multaban.', 'Escriba `email` y `la corte`.', '```\nemail\n```', 'Una citación (ticket).'])(
  'leaves %j alone',
  (text) => expect(adviceOn(text)).toEqual([]),
)

it('leaves English texts alone, and warns of nothing where there is no glossary', () => {
  expect(adviceOn('We bail. La corte, multa.', 'pages/not-found.md')).toEqual([])
  expect(readGlossary('/nonexistent')).toEqual([])
})
