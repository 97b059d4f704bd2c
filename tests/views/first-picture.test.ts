import { expect, it } from 'vitest'
import { withFirstPicture } from '../../src/views/lead.ts'

const picture = (loading: string) => `<p><img alt="a" loading="${loading}" src="/a.webp"></p>`

it.each([
  ['at the top', `<p>Lead.</p>\n${picture('lazy')}`, `<p>Lead.</p>\n${picture('eager')}`],
  ['the first of two', picture('lazy').repeat(2), picture('eager') + picture('lazy')],
  ['below a heading', `<h2 id="a">A</h2>${picture('lazy')}`, `<h2 id="a">A</h2>${picture('lazy')}`],
  ['nowhere', '<p>loading="lazy"</p>', '<p>loading="lazy"</p>'],
])('a picture %s', (_, text, shown) => expect(withFirstPicture(text)).toBe(shown))
