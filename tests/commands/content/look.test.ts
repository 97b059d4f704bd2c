/**
 * The check of the look: color, logo and drawings, each fault with its line and what to write.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { DRAWING_NAMES } from '../../../src/firm/drawing-names.ts'
import { LOOK_FIELDS } from '../../../src/firm/look.ts'
import { type EditedContent, editContent } from './edited-content.ts'

const FIRM = 'firm.md'
const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const PLAIN = `<svg ${SVG} viewBox="0 0 9 9"><path d="M0 0H9"/></svg>`
const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#1f3a6e' } })
  .png()
  .toBuffer()

const faultsOf = (content: EditedContent) =>
  checkContent(content.read(), ['https://firm.example']).map(({ file, line, field, message }) => ({
    at: `${file}:${line} ${field}`,
    message,
  }))

/** Content whose `firm.md` has a line more. */
function withLine(line: string): EditedContent {
  const content = editContent()
  content.change(FIRM, /^drawing: .*$/m, line)
  return content
}

function withLogo(name: string, file?: string | Buffer): EditedContent {
  const content = withLine(`logo: ${name}`)
  if (file !== undefined) writeFileSync(join(content.root, name), file)
  return content
}

describe('the color', () => {
  it.each(['accent: "#1f3a6e"', "accent: '#7A1F3D'"])('is taken: %s', (line) =>
    expect(faultsOf(withLine(line))).toEqual([]),
  )

  it.each([
    ['accent: "#ff8800"', /^must be darker to be read: .*The nearest color is "#924b01"\. It is: Color of links/],
    // Without quotes YAML takes it as a comment.
    ['accent: #1f3a6e', /^holds a #, .* Put the value into double quotes\. Write: `accent: "#1f3a6e"`$/],
    ['accent: navy', /^must be a color of six digits in quotes/],
  ])('is refused, and what to write is said: %s', (line, message) => {
    const content = withLine(line)
    expect(faultsOf(content)).toEqual([
      { at: `firm.md:${content.lineOf(FIRM, 'accent:')} accent`, message: expect.stringMatching(message) },
    ])
  })
})

describe('the logo', () => {
  it.each<[string, string | Buffer]>([
    ['logo.svg', PLAIN],
    ['./logo.svg', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${PLAIN}`],
    ['logo.svg', `<svg ${SVG} viewBox="0 0 9 9"><g fill="url(#a)"><use href="#b"/></g></svg>`],
    ['our-sign_2.png', PNG],
  ])('is taken: %s', (name, file) => expect(faultsOf(withLogo(name, file))).toEqual([]))

  it.each<[string, string | Buffer | undefined, string]>([
    ['logo.svg', undefined, 'is the name of no file beside firm.md. Put the file there'],
    ['logo.png', PLAIN, 'is the name of a file that is no PNG'],
    ['logo.svg', PNG, 'is the name of a file that is no SVG'],
    [
      'logo.svg',
      PLAIN.replace('<path', '<script>alert(1)</script><path'),
      'is the name of an SVG with a program in it',
    ],
    ['logo.svg', PLAIN.replace('<path', '<path onload="alert(1)"'), 'is the name of an SVG with a program in it'],
    ['logo.svg', PLAIN.replace('<path', '<a href="javascript:alert(1)"/><path'), 'an SVG with a program in it'],
    ['logo.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${PLAIN}`, 'is the name of an SVG with a program in it'],
    ['logo.svg', PLAIN.replace('<path', '<image href="https://x.example/a.png"/><path'), 'loads another file'],
    ['logo.svg', PLAIN.replace('<path', '<style>@import "a.css"</style><path'), 'loads another file'],
    ['logo.svg', PLAIN.replace('<path', '<g fill="url(a.svg#b)"/><path'), 'loads another file'],
    ['logo.svg', PLAIN.replace('<path', '<text>Lund</text><path'), 'Convert the text to paths'],
    ['logo.svg', PLAIN.replace(/ viewBox="[^"]*"/, ''), 'without `viewBox`'],
    ['logo.jpg', PNG, 'must be the name of an SVG or PNG file beside firm.md, like logo.svg'],
  ])('is refused, and what to do is said: %s %.60s', (name, file, message) => {
    const content = withLogo(name, file)
    expect(faultsOf(content)).toEqual([
      { at: `firm.md:${content.lineOf(FIRM, 'logo:')} logo`, message: expect.stringContaining(message) },
    ])
  })

  it.each(['../logo.svg', 'pictures/logo.svg', '/logo.svg'])('stands beside firm.md: %s', (name) =>
    expect(faultsOf(withLine(`logo: ${name}`))).toMatchObject([
      { message: expect.stringContaining('must be the name of an SVG or PNG file beside firm.md') },
    ]),
  )
})

describe('a drawing', () => {
  it('is named in the manual, and so is each field', () => {
    const manual = readFileSync('content/README.md', 'utf8')
    const section = /^## The look\n([\s\S]*?)^## /m.exec(manual)?.[1] ?? ''
    const [fields = '', drawings = ''] = section.split('| drawings |')
    expect([...fields.matchAll(/^\| `(\w+):/gm)].map(([, name]) => name)).toEqual(Object.keys(LOOK_FIELDS))
    const named = [...(drawings.split('\n\n')[0] ?? '').matchAll(/`([a-z]+)`/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(DRAWING_NAMES.toSorted())
  })

  it.each(['firm.md', 'pages/about.md', 'practice-areas/animal-law.md'])('that is unknown is refused in %s', (file) => {
    const content = editContent()
    content.change(file, /^drawing: .*$/m, 'drawing: zebra')
    expect(faultsOf(content)).toEqual([
      {
        at: `${file}:${content.lineOf(file, 'drawing:')} drawing`,
        message: expect.stringContaining(`must be one of: ${DRAWING_NAMES.join(', ')}. It is: Drawing`),
      },
    ])
  })

  it.each(['firm.md', 'pages/about.md', 'practice-areas/animal-law.md'])(
    'of a translation is that of its source, or left out: %s',
    (file) => {
      const content = editContent()
      const name = String(content.read().files.find((text) => text.file === `${file}`)?.data?.drawing)
      content.change(`es/${file}`, 'reviewed:', `drawing: ${name}\nreviewed:`)
      expect(faultsOf(content)).toEqual([])
      content.change(`es/${file}`, `drawing: ${name}`, 'drawing: key')
      expect(faultsOf(content)).toEqual([
        {
          at: `es/${file}:${content.lineOf(`es/${file}`, 'drawing:')} drawing`,
          message: `is not what ${file} says. Write the same in both`,
        },
      ])
    },
  )
})
