/**
 * The path of a folder as its repository names it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pathInRepository } from '../../../src/commands/content/repository.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

function project(): string {
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  mkdirSync(join(folder, 'content/sample'), { recursive: true })
  return folder
}

it('is the path from the top of the repository', () => {
  const folder = project()
  mkdirSync(join(folder, '.git'))
  expect(pathInRepository(join(folder, 'content/sample'))).toBe('content/sample')
})

it.each([
  ['a folder .git', (folder: string) => mkdirSync(join(folder, '.git'))],
  ['a file .git, as submodules have it', (folder: string) => writeFileSync(join(folder, '.git'), 'gitdir: elsewhere')],
])('is empty for a repository of its own inside another, with %s', (_kind, begin) => {
  const folder = project()
  mkdirSync(join(folder, '.git'))
  begin(join(folder, 'content/sample'))
  expect(pathInRepository(join(folder, 'content/sample'))).toBe('')
})

it('is its name where there is no repository', () => {
  expect(pathInRepository(join(project(), 'content/sample'))).toBe('sample')
})
