import { API_ROOT } from '../site.ts'
import { issuerKeys } from '../agents/identity/issuer-keys.ts'
import type { TrustedIssuers } from '../agents/identity/trusted-issuer.ts'
import { createPollInterval } from '../agents/claims/poll-interval.ts'
import type { Firm } from '../firm/firm.ts'
import { readStatedSettings } from '../firm/published-facts.ts'
import type { PracticeAreas } from '../firm/practice-area.ts'
import { topicsOf } from '../firm/topics.ts'
import { inquiryRequest, reachableRequest } from '../inquiries/inquiry-request.ts'
import { once } from '../memoize.ts'
import type { PublishedFiles, Ports } from '../ports.ts'
import { createRefusalCounter } from './rate-limit.ts'
import type { OpenStaffInbox } from '../keys/key-files.ts'

export interface HostPorts extends Ports {
  /** Tokens that agents got before this time are revoked. Milliseconds since 1970; 0 revokes none. */
  revokeBefore: number
  /** Origins of web pages of other sites that may call /mcp. */
  allowedOrigins: readonly string[]
  /** Whether an agent may send an inquiry by MCP that the person did not confirm. */
  acceptsUnconfirmed: boolean
  /** How many days an inquiry is kept after the staff finished it. */
  retentionDays: number
  trustedIssuers: TrustedIssuers
  /** Without it, `POST /mail/inbound` answers 404. */
  inboundSecret?: string | undefined
  /** Decrypts inquiries. Only the desk has it. */
  staffInbox?: OpenStaffInbox | undefined
}

export type Service = Awaited<ReturnType<typeof createService>>

/**
 * Reads the firm's data from the published API files, so that endpoints and static files always agree.
 * @throws when the published folder is missing or not of this version
 */
export async function createService(ports: HostPorts) {
  const [facts, areas, { retentionDays: statedRetentionDays, notOffered, bookingUrl, accent, ...stated }] =
    await Promise.all([
      readPublished(ports.published, `${API_ROOT}/firm`),
      readPublished(ports.published, `${API_ROOT}/practice-areas/index.json`),
      readStatedSettings(ports.published),
    ])
  if (statedRetentionDays !== ports.retentionDays)
    ports.log('retention.differs', { pages: statedRetentionDays, setting: ports.retentionDays })
  const { practiceAreas } = areas as PracticeAreas
  const firm: Firm = { ...(facts as Firm), notOffered, bookingUrl, accent }
  const schema = once(() => inquiryRequest(topicsOf(practiceAreas), ports.clock))
  const reachable = once(() => reachableRequest(schema()))
  return {
    ...ports,
    /** `StatedSettings` describes these. */
    ...stated,
    base: firm.url,
    firm,
    /** The days that pages state. They differ from `retentionDays` when the setting was changed without a build. */
    statedRetentionDays,
    practiceAreas,
    /** Built by the first request that needs it, because compiling a schema is slow. */
    get inquiryRequest() {
      return schema()
    },
    get reachableRequest() {
      return reachable()
    },
    issuerKeys: issuerKeys(),
    pollInterval: createPollInterval(ports.clock),
    /** Keeps floods of refused requests out of the log. */
    refusals: createRefusalCounter(ports.clock),
  }
}

const readPublished = async (published: PublishedFiles, path: string): Promise<unknown> =>
  JSON.parse(await published.read(path.slice(1)))

/** `address` is the network address that the platform reports. */
export interface Caller {
  address: string
}
