/**
 * Whether what a program made of files is still what it would make: all that it read and all that it wrote is as it was then.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Paths of files and folders. Of a folder the names in it count. */
export interface UsedFiles {
  read: readonly string[]
  made: readonly string[]
}

/**
 * Writes down how the files are now; but not when one that was read was changed meanwhile.
 * @param root folder that the paths begin at
 * @param note the file to write
 * @param since when the program began to read, milliseconds since 1970
 */
export function noteFiles(root: string, note: string, { read, made }: UsedFiles, since: number): void {
  const changedAt = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (read.some((path) => changedAt(path) >= since)) return
  const states = Object.fromEntries([...read, ...made].map((path) => [path, stateOf(join(root, path))]))
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, JSON.stringify(states))
}

/** @returns false too when there is no such note, or it cannot be read */
export function areAsNoted(root: string, note: string): boolean {
  try {
    const states = Object.entries(JSON.parse(readFileSync(note, 'utf8')) as Record<string, string>)
    return states.length > 0 && states.every(([path, state]) => stateOf(join(root, path)) === state)
  } catch {
    return false
  }
}

/** Empty for what is not there. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return ''
  return hash('sha256', found.isDirectory() ? JSON.stringify(readdirSync(path).sort()) : readFileSync(path))
}
