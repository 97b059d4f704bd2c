/** Reads the facts and settings that the build wrote for the service. */
import { factPath, STATED_FILE } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'
import type { Firm } from './firm.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../language.ts'
import type { Lawyer } from './lawyer.ts'
import type { PracticeAreas } from './practice-area.ts'
import { NotOffered } from '../offers.ts'
import * as z from 'zod'

export interface FirmFacts {
  firm: Firm
  practiceAreas: readonly { id: string; name: string }[]
}

/** @param own facts in the first language, and the published files @throws when the build wrote no facts in `language` */
export async function readFirmFacts(language: Language, own: FirmFacts & { published: PublishedFiles }) {
  if (language === FIRST_LANGUAGE) return own
  const facts = ['/firm', '/practice-areas/index.json'].map((fact) => readFact(own.published, language, fact))
  const [firm, areas] = await Promise.all(facts)
  const { notOffered, bookingUrl, accent } = own.firm
  return {
    firm: { ...(firm as Firm), notOffered, bookingUrl, accent },
    practiceAreas: (areas as PracticeAreas).practiceAreas,
  }
}

/** The lawyers in the first language. */
export async function readLawyers(published: PublishedFiles) {
  const read = await readFact(published, FIRST_LANGUAGE, '/lawyers')
  return (read as { lawyers: readonly Pick<Lawyer, 'name' | 'languages' | 'areas'>[] }).lawyers
}

const readFact = async (published: PublishedFiles, language: Language, fact: string): Promise<unknown> =>
  JSON.parse(await published.read(factPath(language, fact).slice(1)))

/** Settings that the build used for the site. The service uses the same ones, so that texts of the site stay true. */
const StatedSettings = z.object({
  retentionDays: z.number(),
  languages: z.array(z.enum(LANGUAGES)).readonly(),
  /** Whether the desk, if no list of clients is imported, hides each message until its conflict check is marked. */
  hidesUnlisted: z.boolean(),
  /** Whether names are kept for conflict checks after an inquiry was erased. */
  keepsNames: z.boolean(),
  notOffered: NotOffered,
  /** The page on which people choose a time. The site does not publish this address. */
  bookingUrl: z.string().optional(),
  /** The color of the buttons in mails. */
  accent: z.string().optional(),
  /** The address or domain that receives answers by e-mail; absent while the desk receives none. */
  inboundMail: z.string().optional(),
})
export type StatedSettings = z.output<typeof StatedSettings>

export const readStatedSettings = async (published: PublishedFiles): Promise<StatedSettings> =>
  StatedSettings.parse(JSON.parse(await published.read(STATED_FILE)))
