/** Which paragraph stands below the title of a page, which picture loads at once, and how a function replaces the title. */
import { expect, it } from 'vitest'
import { fillTitle, region, splitLead, TITLE_REGION, withEagerFirstPicture } from '../../src/views/region.ts'
import { blocksOf } from '../table.ts'

const [BEGINNINGS = [], PICTURES = []] = blocksOf('tests/views/lead.txt')

it.each(BEGINNINGS)('takes the first paragraph of a text that begins with %s', (_, text = '', first, rest) => {
  expect(splitLead(text)).toEqual({ first, rest })
})

it.each(['<h2>One</h2><p>Two.</p>', '<!--region:claim--><p>One.</p><!--/region:claim-->', '<pre>One</pre>', ''])(
  'leaves a text alone that begins with something else: %s',
  (text) => expect(splitLead(text)).toEqual({ first: undefined, rest: text }),
)

it('replaces the title in the head and in the heading, and keeps the name of the firm', async () => {
  const page = `<title>Old · A & B · Law</title><h1>${region(TITLE_REGION, 'Old')}</h1>`
  expect(await fillTitle(page, 'New <$&>')).toBe(
    `<title>New &lt;$&amp;&gt; · A & B · Law</title><h1>${region(TITLE_REGION, 'New &lt;$&amp;&gt;')}</h1>`,
  )
  await expect(fillTitle('<title>Old</title>', 'New')).rejects.toThrow('no region "title"')
})

it.each(PICTURES)('a picture %s', (_, text = '', shown) => {
  const drawn = (short = '') => short.replace(/<(lazy|eager)>/g, '<p><img alt="a" loading="$1" src="/a.webp"></p>')
  expect(withEagerFirstPicture(drawn(text))).toBe(drawn(shown))
})
