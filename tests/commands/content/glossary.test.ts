/**
 * The glossary of the Spanish texts: read as it stands, and each of its rows.
 */
import { describe, expect, it } from 'vitest'
import { adviseOnTerms, readGlossary } from '../../../src/commands/content/glossary.ts'
import { editContent, printed, publishedWith } from './edited-content.ts'

const GLOSSARY = readGlossary('.')
const PAGE = 'es/pages/not-found.md'

const adviceOn = (text: string, file = PAGE) => {
  const advice = adviseOnTerms(publishedWith(file, text), GLOSSARY)
  return advice.filter((each) => each.file === file).map(printed)
}

describe('the glossary', () => {
  it('has a word to use for each word to avoid, and names each word once', () => {
    expect(GLOSSARY.length).toBeGreaterThan(30)
    for (const { english, write, avoid } of GLOSSARY) expect([english, write, ...avoid], english).not.toContain('')
    const avoided = GLOSSARY.flatMap(({ avoid }) => avoid)
    expect(avoided.toSorted()).toEqual([...new Set(avoided)].toSorted())
    expect(GLOSSARY.map(({ english }) => english)).not.toContain('English')
  })

  it('does not tell translators to write what it tells them to avoid', () => {
    const written = `Se dice: ${GLOSSARY.map(({ write }) => write).join('. ')}.`
    expect(adviceOn(written)).toEqual([])
  })

  it.each(GLOSSARY.flatMap(({ avoid, write }) => avoid.map((word) => [word, write])))(
    'warns of “%s”',
    (word, write) => {
      expect(adviceOn(`Esto dice ${word.toUpperCase()}, y nada más.`).join('\n')).toContain(write)
    },
  )

  it.each([
    ['ticket (traffic)', 'multa'],
    ['within one business day', 'en un día hábil'],
    ['within 30 days', 'en 30 días'],
    ['contingent fee', 'honorarios contingentes'],
    ['filing fees', 'tasas'],
    ['license, registration and insurance', 'sus papeles'],
    ['release (waiver)', 'descargo'],
    ['plea agreement', 'acuerdo de culpabilidad'],
    ['court', 'la corte'],
    ['notary public', 'notario público'],
    ['to reduce the damages', 'reducirlo'],
  ])('has the row “%s”, which replaces “%s”', (english, word) =>
    expect(GLOSSARY.find((term) => term.english === english)?.avoid).toContain(word),
  )
})

describe('the check', () => {
  it('names file and line, where the words run over two lines too', () => {
    const content = editContent()
    content.append(PAGE, 'Le respondemos en un\ndía hábil.')
    expect(adviseOnTerms(content.read(), GLOSSARY).map(printed)).toContainEqual(
      `${PAGE}:${content.lineOf(PAGE, 'respondemos en un')}  says “en un día hábil”. For “within one business day” the glossary says: en el plazo de un día hábil`,
    )
  })

  it.each(['La multaban.', 'Escriba `email` y `la corte`.', '```\nemail\n```', 'Una citación (ticket).'])(
    'leaves %j alone',
    (text) => expect(adviceOn(text)).toEqual([]),
  )

  it('leaves English texts alone', () =>
    expect(adviceOn('We bail. La corte, multa.', 'pages/not-found.md')).toEqual([]))

  it.each(['accessibility', 'for-agents'])('finds nothing in the Spanish page %s', (page) =>
    expect(adviceOn('', `es/pages/${page}.md`)).toEqual([]),
  )

  it('warns of nothing where there is no glossary', () => expect(readGlossary('/nonexistent')).toEqual([]))
})
