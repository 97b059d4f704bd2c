/**
 * What the pages state of the settings of their build. The service compares it with its own.
 */
import { STATED_FILE } from '../site.ts'
import { type Language, LANGUAGES } from '../language.ts'
import type { PublishedFiles } from '../ports.ts'

/** What the build writes about the settings that its pages state. */
export interface StatedSettings {
  retentionDays: number
  /** The languages of the site. */
  languages: readonly Language[]
}

/**
 * @returns what the published pages state
 * @throws when the build wrote no such file
 */
export async function readStatedSettings(published: PublishedFiles): Promise<StatedSettings> {
  // A site that an earlier version built, which named no languages, has all of them.
  return {
    languages: LANGUAGES,
    ...(JSON.parse(await published.read(STATED_FILE)) as Partial<StatedSettings>),
  } as StatedSettings
}
