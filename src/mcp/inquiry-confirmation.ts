/**
 * The person's consent to an inquiry that an agent sends: a form shown by the client (elicitation), the token of a preview, or
 * the agent's statement. Nothing is sent without one of them.
 */
import { acceptedContent, inputRequired, type ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { toolError } from './result.ts'
import type { Service } from '../service/service.ts'
import { unsealAs } from '../unseal.ts'
import { HOUR_MS } from '../duration.ts'

const CONFIRMATION_PURPOSE = 'inquiry-confirmation'
/** How long a preview can be confirmed. */
const CONFIRMATION_MS = HOUR_MS

interface ConfirmationInput {
  digest: string
  confirmationToken: string | undefined
  confirmed: boolean | undefined
  inquiry: InquiryRequest
}

/** @returns the tool result while the person has not agreed; undefined once they have */
export async function requireConfirmation(
  service: Service,
  { digest, confirmationToken, confirmed, inquiry }: ConfirmationInput,
  { mcpReq }: ServerContext,
) {
  if (confirmed === true) return undefined
  if (confirmationToken !== undefined && (await openConfirmation(service, confirmationToken))?.digest === digest)
    return undefined
  const response = acceptedContent(mcpReq.inputResponses, 'confirm', z.object({ confirm: z.boolean() }))
  if (response?.confirm === true && Confirmation.safeParse(mcpReq.requestState()).data?.digest === digest)
    return undefined
  if (mcpReq.inputResponses !== undefined) return toolError('The person did not say yes. Nothing was sent.')
  const canAsk =
    mcpReq.envelope &&
    'io.modelcontextprotocol/clientCapabilities' in mcpReq.envelope &&
    (mcpReq.envelope['io.modelcontextprotocol/clientCapabilities'] as { elicitation?: object } | undefined)?.elicitation
  if (!canAsk) {
    const reason =
      confirmationToken === undefined
        ? ''
        : 'The confirmationToken is not for exactly this inquiry, or is older than an hour. '
    return toolError(
      `${reason}Nothing was sent. Call preview_inquiry, show the person the exact text and the notices, get an explicit yes, and call submit_inquiry again with the confirmationToken.`,
    )
  }
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: `Send this to ${service.firm.name}?\n\n${Object.entries(inquiry)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}\n\n${service.firm.notices.inquiry}`,
        requestedSchema: z.object({ confirm: z.boolean().describe('Send it to the firm.') }),
      }),
    },
    requestState: await sealConfirmation(service, digest),
  })
}

/** Sealed while the person decides. `until` is in milliseconds since 1970. */
const Confirmation = z.object({ digest: z.string(), until: z.number() })
type Confirmation = z.infer<typeof Confirmation>

/** @param digest of the inquiry to be confirmed */
export function sealConfirmation({ keys, clock }: Pick<Service, 'keys' | 'clock'>, digest: string): Promise<string> {
  const confirmation: Confirmation = { digest, until: clock.now().getTime() + CONFIRMATION_MS }
  return keys.seal(CONFIRMATION_PURPOSE, confirmation)
}

/** @returns undefined if it was not sealed here or has expired */
export async function openConfirmation(
  { keys, clock }: Pick<Service, 'keys' | 'clock'>,
  sealed: string,
): Promise<Confirmation | undefined> {
  const confirmation = await unsealAs(Confirmation, keys, CONFIRMATION_PURPOSE, sealed)
  return confirmation && confirmation.until > clock.now().getTime() ? confirmation : undefined
}

/** A keyed hash of the inquiry: binds a confirmation to exactly this text. */
export const digestOf = ({ keyedHash }: Service, inquiry: InquiryRequest) =>
  keyedHash.mac('mcp-inquiry', JSON.stringify(Object.entries(inquiry).sort()))
