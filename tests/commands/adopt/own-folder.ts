/**
 * A folder in which `npm run adopt` writes texts.
 */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from '../../adopted-firm.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

/** A folder for texts that goes away with the test; it is not there yet. */
export function ownFolder(): {
  root: string
  adopt: (args: readonly string[], typed?: string) => ReturnType<typeof run>
} {
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const root = join(folder, 'texts')
  return { root, adopt: (args, typed) => run('.', ['adopt', ...args], { CONTENT_DIR: root }, typed) }
}
