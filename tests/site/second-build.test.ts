/**
 * A build in the folder of another one gives what a build in an empty folder gives, and writes only what is another.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'

const CHANGED = 'content/sample/practice-areas/personal-injury.md'
const AREAS = ['content/sample/practice-areas', 'content/sample/es/practice-areas']

it('writes the changed pages, removes what is gone, and leaves the rest', () => {
  const project = copyProject()
  const dist = join(project, 'dist')
  const build = () =>
    execFileSync(process.execPath, ['src/commands/build.ts'], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '' },
    })
  try {
    cpSync('dist', dist, { recursive: true, preserveTimestamps: true })
    const before = fileTimes(dist)
    appendFileSync(join(project, CHANGED), '\nOne more sentence.\n')
    for (const folder of AREAS) renameSync(join(project, folder, 'animal-law.md'), join(project, folder, 'pets.md'))
    build()
    const after = fileTimes(dist)
    const isWritten = (path: string) => after.get(path) !== before.get(path)
    expect(isWritten('practice-areas/personal-injury/index.html')).toBe(true)
    for (const path of ['404.html', 'privacy/index.html', 'es/privacy/index.html', 'og/about.png', 'api/v1/firm'])
      expect(isWritten(path), path).toBe(false)
    const removed = [...before.keys()].filter((path) => !after.has(path))
    expect(removed).toContain('es/practice-areas/animal-law/index.html')
    expect(removed.filter((path) => !path.includes('animal-law'))).toEqual([])

    const second = contents(dist)
    rmSync(dist, { recursive: true })
    build()
    expect(second).toEqual(contents(dist))
  } finally {
    removeFolder(project)
  }
})

const paths = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name).slice(folder.length + 1),
  )

const fileTimes = (folder: string) =>
  new Map(
    paths(folder)
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, statSync(join(folder, path)).mtimeMs]),
  )

/** Files with their bytes, and folders, because an empty one must not be left. */
const contents = (folder: string) =>
  Object.fromEntries(
    paths(folder)
      .sort()
      .map((path) => {
        const isFolder = statSync(join(folder, path)).isDirectory()
        return [path, isFolder ? '' : readFileSync(join(folder, path), 'latin1').replace(/^Expires: .*$/m, '')]
      }),
  )
