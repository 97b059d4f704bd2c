/** Publishes, below `/.well-known/`, the files by which directories and search engines see that the firm owns the site. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError, type VerificationSettings } from '../settings.ts'
import { PATHS } from '../site.ts'
import { publishedPaths } from './published.ts'

export const VERIFICATION_FOLDER = 'well-known'
const TARGET = '/.well-known'

/** @throws SettingsError when a document of the site has the same address */
export function publishVerificationFiles(folder: string, content: string, lines: VerificationSettings): void {
  const source = join(content, VERIFICATION_FOLDER)
  const place = (name: string, from: string) => {
    const address = `${TARGET}/${name}`
    const file = join(folder, address)
    // A function answers for the keys, so no file shows the conflict.
    if (existsSync(file) || address === PATHS.jwks)
      throw new SettingsError(`${from} would replace ${address}, which this site writes itself. Remove it.`)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  const paths = existsSync(source) ? publishedPaths(source) : []
  // Hidden files are those of an operating system or an editor.
  for (const path of paths.filter((one) => !one.includes('/.')))
    cpSync(join(source, path), place(path.slice(1), join(source, path)))
  for (const [name, { variable, line }] of Object.entries(lines))
    if (line !== undefined) writeFileSync(place(name, variable), line)
}
