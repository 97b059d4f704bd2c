/** Whether the build that is to be served is there, and whether it is of the files as they are now. */
import { globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingsError } from '../settings.ts'
import { HEADERS_FILE, PUBLISHED_DIR } from './published.ts'

/** What the build is made from, or is made to fit. */
const SOURCES = ['src/**/*.{ts,astro,css,js}', 'astro.config.mjs', 'netlify.toml', 'package-lock.json']

/**
 * @param content the content folder, from there
 * @returns the path of a file that was changed after the build; undefined when there is none
 * @throws SettingsError when there is no complete build
 */
export function changedSinceBuild(root: string, content: string): string | undefined {
  // Each build writes it when the pages are complete.
  const built = statSync(join(root, PUBLISHED_DIR, HEADERS_FILE), { throwIfNoEntry: false })
  if (!built) {
    throw new SettingsError(
      'Nothing is built here yet. Build it with `npm run build`, or let `npm start` install, build and serve.',
    )
  }
  const texts = globSync('**', { cwd: resolve(root, content) }).map((file) => join(content, file))
  return [...texts, ...globSync(SOURCES, { cwd: root })].find((file) => {
    const found = statSync(resolve(root, file), { throwIfNoEntry: false })
    return found?.isFile() && found.mtimeMs > built.mtimeMs
  })
}
