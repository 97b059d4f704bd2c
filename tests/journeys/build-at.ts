/** The build as if it had been made for another address. Journeys run on a free port, and every document holds its address. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressTexts } from '../../src/commands/compress.ts'
import type { StatedSettings } from '../../src/firm/published-facts.ts'
import { STATED_FILE } from '../../src/site.ts'
import { copyProject } from '../project-copy.ts'
import { removeFolder, startOnFreePort, startServer, temporaryFolder } from './server.ts'

export const BUILT_FOR = 'http://localhost:8888'

/** @param stated settings as if they had been built with it @returns a copy of the project to start the server in */
export function copyBuild(base: string, stated: Partial<StatedSettings> = {}): string {
  const folder = copyProject()
  const published = join(folder, 'dist')
  // The compressed texts hold the address too.
  cpSync('dist', published, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  for (const entry of readdirSync(published, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    if (text.includes(BUILT_FOR)) writeFileSync(file, text.replaceAll(BUILT_FOR, base))
  }
  const file = join(published, STATED_FILE)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...stated }))
  return folder
}

/** @param env besides port and data folder @param isCompressed compresses the changed texts again, as the build does */
export const startOwnServer = (env: Record<string, string> = {}, isCompressed = false) =>
  startOnFreePort((port) => startAt(port, env, isCompressed))
export type OwnServer = Awaited<ReturnType<typeof startAt>>

async function startAt(port: number, env: Record<string, string>, isCompressed: boolean) {
  const base = `http://localhost:${port}`
  const [project, dataDir] = [copyBuild(base), temporaryFolder()]
  if (isCompressed) await compressTexts(join(project, 'dist'))
  const removeFolders = () => [project, dataDir].forEach(removeFolder)
  const settings = { ...env, DATA_DIR: dataDir, PORT: String(port) }
  const server = await startServer(settings, { cwd: project }).catch((error: unknown) => {
    removeFolders()
    throw error
  })
  return {
    ...server,
    base,
    dataDir,
    async remove() {
      await server.end('SIGTERM')
      removeFolders()
    },
  }
}
