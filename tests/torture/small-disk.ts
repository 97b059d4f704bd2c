/**
 * A file system that is soon full: one of its own where root may mount it, else a limit on the size of files.
 */
import { spawnSync } from 'node:child_process'
import { removeFolder, type SpawnOptions, temporaryFolder } from '../journeys/server.ts'

const SMALL = '3m'
const LARGE = '256m'
/** Half a kilobyte each; less than the write-ahead log becomes. */
const MAX_FILE = 4000

export interface SmallDisk {
  folder: string
  /** How to start what must find it full. */
  how: SpawnOptions
  what: string
  /** Makes room. @returns false when only a server that starts after this finds it */
  grow(): boolean
  remove(): void
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** @returns undefined where neither is possible */
export function smallDisk(): SmallDisk | undefined {
  if (process.platform === 'win32') return undefined
  const folder = temporaryFolder()
  const remove = () => removeFolder(folder)
  if (process.platform !== 'linux' || !succeeds('mount', '-t', 'tmpfs', '-o', `size=${SMALL}`, 'tmpfs', folder))
    return {
      folder,
      // Without the trap, the process would be ended by a signal.
      how: { shell: `trap '' XFSZ; ulimit -f ${MAX_FILE}; exec "$@"` },
      what: 'files that may grow no more',
      grow: () => false,
      remove,
    }
  const unmount = () => {
    succeeds('umount', '--lazy', folder)
  }
  process.once('exit', unmount)
  return {
    folder,
    how: {},
    what: `a file system of ${SMALL}B that is full`,
    grow: () => succeeds('mount', '-o', `remount,size=${LARGE}`, folder),
    remove() {
      process.off('exit', unmount)
      unmount()
      remove()
    },
  }
}
