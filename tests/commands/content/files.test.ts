/**
 * Files that the check cannot read, and those that the site does not read: what to do with each.
 */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editContent, faultsIn, save } from './edited-content.ts'

const PAGE = 'pages/about.md'
const SAVE = 'Save the file again as UTF-8: most editors ask for the encoding below the name of the file in “Save as”'

describe('a file', () => {
  it('is saved as Latin-1, which names the word and the line', () => {
    const content = editContent()
    save(content, PAGE, Buffer.from('---\ntitle: Us\n---\n\nOur café, señora.\n', 'latin1'))
    expect(faultsIn(content)).toEqual([
      `${PAGE}:5  is not saved as UTF-8, so letters like those of “café,” are lost. ${SAVE}`,
    ])
  })

  it('is saved as UTF-16', () => {
    const content = editContent()
    save(content, PAGE, Buffer.from('\uFEFF---\ntitle: Us\n---\n', 'utf16le'))
    expect(faultsIn(content)).toEqual([`${PAGE}:1  is saved as UTF-16, or is no text. ${SAVE}`])
  })

  it('cannot be opened', () => {
    const content = editContent()
    symlinkSync('/nowhere/at/all.md', join(content.root, 'faq/new.md'))
    expect(faultsIn(content)).toEqual([
      'faq/new.md:1  cannot be opened. Look whether you may read the file, and whether it still exists',
    ])
  })

  const KEEP = 'To keep it here unread, begin its name with an underscore'
  const SAVE_AS = 'is no Markdown text, so the site does not read it. Save it as plain text with'
  const OUTSIDE = `is not read by the site, because it stands outside the folders. Put a text into one of them: practice-areas/, lawyers/, faq/, pages/, replies/. ${KEEP}`
  const LOCK = 'is there while Word has a text open. Close the text in Word, and delete this file if it stays'
  it.each([
    ['faq/new.txt', `${SAVE_AS} the name new.md`],
    ['faq/new.md.txt', `${SAVE_AS} the name new.md`],
    ['pages/new.docx', `${SAVE_AS} the name new.md`],
    ['es/pages/new.markdown', `${SAVE_AS} the name new.md`],
    ['faq/new.MD', 'is no Markdown text, so the site does not read it. Give it the name new.md'],
    ['pages/About-Us.MD', 'is no Markdown text, so the site does not read it. Give it the name about-us.md'],
    ['pages/Años & costs v1.2.docx', `${SAVE_AS} the name anos-costs-v1-2.md`],
    ['faq/費用.txt', `${SAVE_AS} a name of lower-case letters, digits and hyphens, like personal-injury.md`],
    ['pages/about.docx', `${SAVE_AS} another name, because about.md is there already`],
    ['practice-areas/License.txt', `${SAVE_AS} the name license.md`],
    ['pages/~$about.docx', LOCK],
    ['~$firm.docx', LOCK],
    ['pages/fees.pdf', `is not read by the site. Take it out. ${KEEP}`],
    ['contact.md', OUTSIDE],
    ['es/contact.md', OUTSIDE],
    ['notice.md', 'is not read by the site. Save it as notices.md'],
    ['Firm.md', 'is not read by the site. Save it as firm.md'],
    ['firm.txt', 'is not read by the site. Save it as firm.md'],
  ])('has a name that the site does not read: %s', (file, message) => {
    const content = editContent()
    save(content, file, 'x')
    expect(faultsIn(content)).toEqual([`${file}:1  ${message}`])
  })

  it.each([
    ['page/us.md', 'page', `is no folder that the site reads: did you mean pages/? ${KEEP}`],
    ['Pages/us.md', 'Pages', `is no folder that the site reads: did you mean pages/? ${KEEP}`],
    [
      'en/firm.md',
      'en',
      `is no folder that the site reads: the folders are practice-areas/, lawyers/, faq/, pages/, replies/, es/. ${KEEP}`,
    ],
    [
      'es/preguntas/x.md',
      'es/preguntas',
      `is no folder that the site reads: the folders are practice-areas/, lawyers/, faq/, pages/, replies/. ${KEEP}`,
    ],
    ['pages/more/us.md', 'pages/more', `is a folder inside a folder of texts, which the site does not read. ${KEEP}`],
  ])('is in a folder that the site does not read: %s', (file, folder, message) => {
    const content = editContent()
    save(content, file, 'x')
    expect(faultsIn(content)).toEqual([`${folder}:1  ${message}`])
  })

  it('is left alone where the site has no business with it', () => {
    const content = editContent()
    for (const file of [
      'README.md',
      'es/README.md',
      'for-the-firm.md',
      'LICENSE',
      '.DS_Store',
      '.git/config',
      '_old/x.txt',
    ])
      save(content, file, 'x')
    for (const file of ['faq/_new.txt', 'pages/.#about.md', 'pages/river.jpg', 'logo.svg']) save(content, file, 'x')
    expect(faultsIn(content)).toEqual([])
  })

  it('stands where a folder should be, or a folder where a file should', () => {
    const content = editContent()
    rmSync(join(content.root, 'es/replies'), { recursive: true })
    save(content, 'es/replies', 'x')
    save(content, 'faq/new.md/x.txt', 'x')
    expect(faultsIn(content)).toEqual([
      `es/replies:1  ${OUTSIDE}`,
      `faq/new.md:1  is a folder inside a folder of texts, which the site does not read. ${KEEP}`,
    ])
  })

  it('is missing, the whole folder too', () => {
    const content = editContent()
    rmSync(content.root, { recursive: true })
    expect(faultsIn(content)).toContain('firm.md:1  is missing: restore it, the site cannot do without it')
    writeFileSync(content.root, 'x')
    expect(faultsIn(content)).toContain('firm.md:1  is missing: restore it, the site cannot do without it')
  })
})
