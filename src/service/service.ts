/**
 * The service: the world of a host, the address it is reached at, and what the firm has published.
 */
import { API_ROOT } from '../site.ts'
import { type IssuerKeys, issuerKeys } from '../agents/identity/issuer-keys.ts'
import type { TrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import { type PollInterval, createPollInterval } from '../agents/claims/poll-interval.ts'
import type { Firm } from '../firm/firm.ts'
import { type PracticeAreas, topicsOf } from '../firm/practice-area.ts'
import { inquiryRequest } from '../inquiries/inquiry-request.ts'
import type { PublishedFiles, Ports } from '../ports.ts'
import type { OpenStaffInbox } from '../keys/staff-inbox.ts'

/** What a host provides. */
export interface HostPorts extends Ports {
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

export interface Service extends HostPorts {
  /** The base address. */
  base: string
  /** Their public keys. */
  issuerKeys: IssuerKeys
  /** How often agents poll. */
  pollInterval: PollInterval
  firm: Firm
  practiceAreas: PracticeAreas['practiceAreas']
  /** Built once: compiling a schema for each request is slow. */
  inquiryRequest: ReturnType<typeof inquiryRequest>
}

/**
 * Puts a service together. What the firm says is read from the published API, so that functions cannot say anything else.
 * @param ports what the host provides
 * @throws when the published folder is missing or not of this version
 */
export async function createService(ports: HostPorts): Promise<Service> {
  const [firm, areas] = await Promise.all([
    readPublished(ports.published, `${API_ROOT}/firm`),
    readPublished(ports.published, `${API_ROOT}/practice-areas/index.json`),
  ])
  const { practiceAreas } = areas as PracticeAreas
  return {
    ...ports,
    base: (firm as Firm).url,
    firm: firm as Firm,
    practiceAreas,
    inquiryRequest: inquiryRequest(topicsOf(practiceAreas)),
    issuerKeys: issuerKeys(ports.clock),
    pollInterval: createPollInterval(ports.clock),
  }
}

async function readPublished(published: PublishedFiles, path: string): Promise<unknown> {
  return JSON.parse(await published.read(path.slice(1)))
}

/** Who calls, as the platform tells it. */
export interface Caller {
  address: string
}
