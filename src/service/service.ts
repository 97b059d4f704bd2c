/**
 * The service: the world of a host, the address it is reached at, and what the firm has published.
 */
import { API_ROOT } from '../site.ts'
import { type IssuerKeys, issuerKeys } from '../agents/identity/issuer-keys.ts'
import type { TrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import { type Pacing, pollPacing } from '../agents/claims/poll-interval.ts'
import type { Firm } from '../firm/firm.ts'
import { type PracticeAreas, topicsOf } from '../firm/practice-area.ts'
import { inquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Published, World } from '../ports.ts'
import type { OpenStaffInbox } from '../keys/staff-inbox.ts'

/** What a host provides. */
export interface HostWorld extends World {
  /** What agents were issued before this moment is dead, milliseconds since 1970; 0 for nothing. */
  revokeBefore: number
  /** Origins of web pages that may call /mcp besides this site's own. */
  allowedOrigins: readonly string[]
  /** How long an inquiry is kept after the staff finished it, days. */
  retentionDays: number
  /** Providers whose word about a person is taken. */
  trustedIssuers: TrustedIssuers
  /** Opens inquiries. The desk alone is given it. */
  staffInbox?: OpenStaffInbox | undefined
}

export interface Service extends HostWorld {
  /** The base address. */
  base: string
  /** Their public keys. */
  issuerKeys: IssuerKeys
  /** How often agents poll. */
  pacing: Pacing
  firm: Firm
  practiceAreas: PracticeAreas['practiceAreas']
  /** Built once: compiling a schema for each request is slow. */
  inquiryRequest: ReturnType<typeof inquiryRequest>
}

/**
 * Puts a service together. What the firm says is read from the published API, so that functions cannot say anything else.
 * @param world what the host provides
 * @throws when the published folder is missing or not of this version
 */
export async function createService(world: HostWorld): Promise<Service> {
  const [firm, areas] = await Promise.all([
    readPublished(world.published, `${API_ROOT}/firm`),
    readPublished(world.published, `${API_ROOT}/practice-areas/index.json`),
  ])
  const { practiceAreas } = areas as PracticeAreas
  return {
    ...world,
    base: (firm as Firm).url,
    firm: firm as Firm,
    practiceAreas,
    inquiryRequest: inquiryRequest(topicsOf(practiceAreas)),
    issuerKeys: issuerKeys(world.clock),
    pacing: pollPacing(world.clock),
  }
}

async function readPublished(published: Published, path: string): Promise<unknown> {
  return JSON.parse(await published.read(path.slice(1)))
}

/** Who calls, as the platform tells it. */
export interface Caller {
  address: string
}
