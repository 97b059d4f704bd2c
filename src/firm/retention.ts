/**
 * What the pages state of the settings of their build. The service compares it with its own.
 */
import { STATED_FILE } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'

/** What the build writes about the settings that its pages state. */
export interface StatedSettings {
  retentionDays: number
}

/**
 * @returns the days that the published pages state
 * @throws when the build wrote no such file
 */
export async function readStatedRetention(published: PublishedFiles): Promise<number> {
  return (JSON.parse(await published.read(STATED_FILE)) as StatedSettings).retentionDays
}
