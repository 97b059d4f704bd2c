/**
 * The build as if it had been made for another address. Journeys run on a free port, and every document holds its address.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../project-copy.ts'

const BUILT_FOR = 'http://localhost:8888'

/** @returns the folder of a copy of the project, to start the server in */
export function copyBuild(base: string): string {
  const folder = copyProject()
  const published = join(folder, 'dist')
  cpSync('dist', published, { recursive: true })
  for (const entry of readdirSync(published, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    if (text.includes(BUILT_FOR)) writeFileSync(file, text.replaceAll(BUILT_FOR, base))
  }
  return folder
}
