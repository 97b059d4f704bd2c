/**
 * A running server as a browser needs it.
 */
import type { OwnServer } from '../journeys/build-at.ts'

export interface Site {
  base: string
  dataDir: string
  /** The key that the first start printed. */
  ownerKey: string
  /** Where it shows its mail. */
  mailPath: string
}

export const siteOf = ({ base, dataDir, output }: OwnServer): Site => ({
  base,
  dataDir,
  ownerKey: /DESK(-[0-9A-Z]{4}){10}/.exec(output())?.[0] ?? '',
  mailPath: /\/dev\/mail\?key=[\w-]+/.exec(output())?.[0] ?? '',
})
