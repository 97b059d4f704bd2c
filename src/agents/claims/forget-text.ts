/**
 * What the staff read about forgetting an address: at the desk and from `npm run claims`.
 */
import type { TraceCounts } from './forget.ts'

/** The counts, one line each. */
export const tracesInWords = ({ remembered, requests }: TraceCounts): string[] => [
  `records that its person confirmed an agent, or that an identity provider vouches for them: ${remembered}`,
  `requests of agents to act for it: ${requests}`,
]

export const CONSEQUENCES =
  'Forgetting ends these requests: an agent that was confirmed loses its access at once. It also removes unsent mail about them. After that the address is like one that was never here: an agent that a trusted identity provider vouches for may act for it without asking its person first. It cannot be undone.'

export const NOT_FORGOTTEN =
  'Not removed: inquiries from this address, which are erased one by one; that it got a receipt by mail, for up to two days; and copies elsewhere, such as mail, exports and backups.'
