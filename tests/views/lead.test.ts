/** Which paragraph stands below the title of a page, which picture loads at once, and how a function replaces the title. */
import { expect, it } from 'vitest'
import { fillTitle, region, splitLead, TITLE_REGION, withFirstPicture } from '../../src/views/region.ts'

it.each([
  ['a paragraph', '\n<p>One <em>two</em>.</p>\n<p>Three.</p>', 'One <em>two</em>.', '\n\n<p>Three.</p>'],
  ['a paragraph with a class', '<p class="x">One.</p><h2>Two</h2>', 'One.', '<h2>Two</h2>'],
  [
    'what to write',
    '<!--region:intro--><p>One.</p><ul></ul><!--/region:intro-->',
    'One.',
    '<!--region:intro--><ul></ul><!--/region:intro-->',
  ],
])('takes the first paragraph of a text that begins with %s', (_, text, first, rest) => {
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

const picture = (loading: string) => `<p><img alt="a" loading="${loading}" src="/a.webp"></p>`

it.each([
  ['at the top', `<p>Lead.</p>\n${picture('lazy')}`, `<p>Lead.</p>\n${picture('eager')}`],
  ['the first of two', picture('lazy').repeat(2), picture('eager') + picture('lazy')],
  ['below a heading', `<h2 id="a">A</h2>${picture('lazy')}`, `<h2 id="a">A</h2>${picture('lazy')}`],
  ['nowhere', '<p>loading="lazy"</p>', '<p>loading="lazy"</p>'],
])('a picture %s', (_, text, shown) => expect(withFirstPicture(text)).toBe(shown))
