/**
 * The person's yes to an inquiry that an agent sends: by a form that the host shows, by the token of a preview, or by the word
 * of the agent. Nothing is sent without one.
 */
import { acceptedContent, inputRequired, type ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { toolError } from './result.ts'
import type { Service } from '../service/service.ts'
import { HOUR_MS } from '../duration.ts'

/** Purpose under which a confirmation is sealed. */
const CONFIRMATION_PURPOSE = 'inquiry-confirmation'
/** How long a preview may be confirmed, milliseconds. */
const CONFIRMATION_MS = HOUR_MS

interface ConfirmationInput {
  digest: string
  confirmationToken: string | undefined
  confirmed: boolean | undefined
  inquiry: InquiryRequest
}

/** @returns what to answer while the person has not said yes; undefined when they have */
export async function requireConfirmation(
  service: Service,
  { digest, confirmationToken, confirmed, inquiry }: ConfirmationInput,
  { mcpReq }: ServerContext,
) {
  if (confirmed === true) return undefined
  if (confirmationToken !== undefined && (await openConfirmation(service, confirmationToken))?.digest === digest)
    return undefined
  const response = acceptedContent(mcpReq.inputResponses, 'confirm', z.object({ confirm: z.boolean() }))
  if (response?.confirm === true && mcpReq.requestState<Confirmation>()?.digest === digest) return undefined
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

/** What is sealed while a person is asked: for exactly which inquiry, and until when (milliseconds since 1970). */
interface Confirmation {
  digest: string
  until: number
}

/** @param digest of the inquiry that is to be confirmed */
export function sealConfirmation({ keys, clock }: Pick<Service, 'keys' | 'clock'>, digest: string): Promise<string> {
  const confirmation: Confirmation = { digest, until: clock.now().getTime() + CONFIRMATION_MS }
  return keys.seal(CONFIRMATION_PURPOSE, confirmation)
}

/** @returns undefined for what was not sealed here, and for what is too old */
export async function openConfirmation(
  { keys, clock }: Pick<Service, 'keys' | 'clock'>,
  sealed: string,
): Promise<Confirmation | undefined> {
  const confirmation = (await keys.unseal(CONFIRMATION_PURPOSE, sealed)) as Confirmation | undefined
  return confirmation && confirmation.until > clock.now().getTime() ? confirmation : undefined
}

/** A keyed hash of the inquiry, to know it again. */
export const digestOf = ({ keyedHash }: Service, inquiry: InquiryRequest) =>
  keyedHash.mac('mcp-inquiry', JSON.stringify(Object.entries(inquiry).sort()))
