/**
 * What `npm run adopt` copies, keeps and reads besides the answers.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ANSWER_NAMES, QUESTIONS } from '../../../src/commands/adopt/questions.ts'
import { FIRMS, run } from '../../adopted-firm.ts'
import { removeFolder } from '../../journeys/server.ts'
import { copyProject } from '../../project-copy.ts'
import { ownFolder } from './own-folder.ts'

describe('a logo', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
  /** What a person types to each question. */
  const typedWith = (logo: string) =>
    ANSWER_NAMES.map((name) => `${name === 'logo' ? logo : QUESTIONS[name].example}\n`).join('')

  it('that lies in the folder already stays there', () => {
    const { root, adopt } = ownFolder()
    mkdirSync(root)
    const logo = join(root, 'logo.svg')
    writeFileSync(logo, SVG)
    expect(adopt([], typedWith(logo))).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(logo, 'utf8')).toBe(SVG)
    expect(readFileSync(join(root, 'firm.md'), 'utf8')).toContain('logo: "logo.svg"')
  })

  it('is copied, and never over another: no text is written, and the answers are kept', () => {
    const { root, adopt } = ownFolder()
    mkdirSync(root)
    const [own, logo] = [`${root}.svg`, join(root, 'logo.svg')]
    writeFileSync(own, SVG)
    writeFileSync(logo, 'another')
    expect(adopt([], typedWith(own))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${logo} is there already, and is not ${own}.`) as string,
    })
    expect([readFileSync(logo, 'utf8'), readdirSync(root).sort()]).toEqual(['another', ['_answers.yaml', 'logo.svg']])
    expect(adopt([], typedWith(own)).stderr).toMatch(/_answers\.yaml\. They are never .*--answers\.\n$/s)
    rmSync(logo)
    expect(adopt(['--answers', join(root, '_answers.yaml')])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(logo, 'utf8')).toBe(SVG)
  })
})

it('the lines of a starter may end as Windows ends them', () => {
  const project = copyProject()
  onTestFinished(() => removeFolder(project))
  for (const file of globSync(join(project, 'content/sample/**/*.md')))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  const root = join(project, 'texts')
  const ran = run(project, ['adopt', '--answers', resolve(FIRMS.diaz)], { CONTENT_DIR: root })
  const { root: plain, adopt } = ownFolder()
  expect([ran.stderr, adopt(['--answers', FIRMS.diaz]).code]).toEqual(['', 0])
  const textsOf = (folder: string) =>
    globSync('**/*.md', { cwd: folder }).map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  expect(Object.fromEntries(textsOf(root))).toEqual(Object.fromEntries(textsOf(plain)))
})
