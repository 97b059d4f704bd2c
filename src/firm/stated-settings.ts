/**
 * The settings that the pages state, as the build writes them for the service, which compares them with its own.
 */
import * as z from 'zod'
import { LANGUAGES } from '../language.ts'
import type { PublishedFiles } from '../ports.ts'
import { STATED_FILE } from '../site.ts'

const StatedSettings = z.object({
  /** How long an inquiry is kept, days. */
  retentionDays: z.number(),
  /** The languages of the site. One that an earlier version built names none, and has all of them. */
  languages: z.array(z.enum(LANGUAGES)).readonly().default(LANGUAGES),
})
export type StatedSettings = z.output<typeof StatedSettings>

/**
 * @returns what the published pages state
 * @throws when the build wrote no such file, or one of another form
 */
export const readStatedSettings = async (published: PublishedFiles): Promise<StatedSettings> =>
  StatedSettings.parse(JSON.parse(await published.read(STATED_FILE)))
