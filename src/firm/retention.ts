/**
 * The retention period in texts: they hold a placeholder, and the build fills in the setting. So a page states what the
 * software does. The build also leaves the number for the service, which compares it with its own setting.
 */
import { STATED_FILE } from '../site.ts'
import { type Language, LANGUAGES } from '../language.ts'
import type { PublishedFiles } from '../ports.ts'

/** Stands for the days that an inquiry is kept after it was finished. */
export const RETENTION_PLACEHOLDER = '{retentionDays}'

/** The placeholder in a text, and as Markdown escapes it in the target of a link. */
const PLACEHOLDER = /\{retentionDays\}|%7BretentionDays%7D/g

/**
 * Fills in the retention period.
 * @param text Markdown, or the HTML made from it
 */
export const fillRetention = (text: string, days: number): string => text.replace(PLACEHOLDER, String(days))

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
