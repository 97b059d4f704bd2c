/** `notOffered` in `firm.md` switches features off. The `offer` of a table row names what the firm must offer for the row to apply. */
import * as z from 'zod'

const SWITCHES = {
  mcp: 'the MCP server',
  agents: 'identity of AI agents: registration, tokens, and claims that people confirm',
  apiInquiries: 'inquiries by API',
  statusPage: 'the private page that shows where an inquiry stands',
} as const
type Switch = keyof typeof SWITCHES
export const SWITCH_NAMES = Object.keys(SWITCHES) as Switch[]

export interface Offering {
  notOffered?: Switch[] | undefined
}

const OFFERS = {
  always: () => true,
  mcp: (isOn) => isOn('mcp'),
  agents: (isOn) => isOn('agents'),
  apiInquiries: (isOn) => isOn('apiInquiries'),
  statusPage: (isOn) => isOn('statusPage'),
  mcpTokens: (isOn) => isOn('mcp') && isOn('agents'),
  /** Programs can send inquiries by MCP, by API or both. */
  programInquiries: (isOn) => isOn('mcp') || isOn('apiInquiries'),
  /** The public keys, which verify receipts and assertions. */
  signatures: (isOn) => isOn('mcp') || isOn('apiInquiries') || isOn('agents'),
} as const satisfies Record<string, (isOn: (name: Switch) => boolean) => boolean>
export type Offer = keyof typeof OFFERS
export const OFFER_NAMES = Object.keys(OFFERS) as Offer[]

export const isOffered = (firm: Offering, offer: Offer): boolean =>
  OFFERS[offer]((name) => !firm.notOffered?.includes(name))

export const whenOffered = <T>(firm: Offering, offer: Offer, ...items: T[]): T[] =>
  isOffered(firm, offer) ? items : []

const MEANINGS = Object.entries(SWITCHES).map(([name, what]) => `${name}: ${what}`)

export const NotOffered = z
  .array(z.enum(SWITCH_NAMES, `must be one of: ${SWITCH_NAMES.join(', ')}`))
  .optional()
  .describe(`What the firm switches off. ${MEANINGS.join('; ')}.`)
