import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundleFunctions } from '../../src/commands/bundle.ts'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'

const [FUNCTION = ''] = readdirSync('netlify/functions').filter((file) => file.endsWith('.ts'))
/** Every function imports it. */
const SHARED = 'src/hosts/netlify.ts'

const project = copyProject()
afterAll(() => {
  removeFolder(project)
})
const bundle = join(project, '.netlify/front-desk', FUNCTION.replace(/\.ts$/, '.mjs'))
const writtenAt = () => statSync(bundle).mtimeMs

it('bundles stay while nothing changes, and are made again when a source, an imported one, or a bundle is another', async () => {
  await bundleFunctions(project)
  const first = writtenAt()
  await bundleFunctions(project)
  expect(writtenAt()).toBe(first)

  appendFileSync(join(project, 'netlify/functions', FUNCTION), "\nexport const added = 'added here'\n")
  await bundleFunctions(project)
  expect(readFileSync(bundle, 'utf8')).toContain('added here')

  appendFileSync(join(project, SHARED), "\nObject.assign(globalThis, { added: 'added there' })\n")
  await bundleFunctions(project)
  expect(readFileSync(bundle, 'utf8')).toContain('added there')

  rmSync(bundle)
  await bundleFunctions(project)
  expect(readFileSync(bundle, 'utf8')).toContain('added there')
})
