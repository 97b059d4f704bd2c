/**
 * How a person consents to an inquiry, and what is shown before: the person consents in a form or window of the client, by the token of a
 * preview, or, where the firm allows it, by the agent's statement. Without consent nothing is sent. A confirmation sends one inquiry.
 */
import * as mcp from '@modelcontextprotocol/server'
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import { CACHE, type ToolCaller, toolError } from './tool.ts'
import type { ConfirmedIn } from '../inquiries/inquiry.ts'
import { FIELD_NAMES, INQUIRY_FIELDS, inOneText } from '../inquiries/inquiry-fields.ts'
import { printable } from '../letters.ts'
import { networkOf } from '../service/rate-limit.ts'
import { personFacts } from '../service/submit-inquiry.ts'
import type { Service } from '../service/service.ts'
import { unsealAs } from '../ports.ts'
import { HOUR_MS } from '../duration.ts'
import { choicesOf } from '../views/contact-form.ts'
import { fill, WORDS } from '../words.ts'
import { suggestionFor } from '../inquiries/typing-slip.ts'
import { INQUIRY_APP_FILE } from '../site.ts'

const CONFIRMATION_PURPOSE = 'inquiry-confirmation'

interface ConfirmationInput {
  question: Question
  confirmationToken: string | undefined
  confirmed: boolean | undefined
  inquiry: AnyInquiryRequest
}

interface Confirmed {
  /** Absent if the agent's statement is the only consent. */
  confirmation?: Confirmation
  confirmedIn?: ConfirmedIn
}

/** The result of the tool when the token is refused. */
export const refusedToken = (): mcp.CallToolResult => toolError(`${REFUSED_TOKEN} ${NOTHING_SENT}`)
const REFUSED_TOKEN =
  'The confirmationToken is not for exactly this inquiry, was given to another caller, or is older than an hour.'
const NOTHING_SENT =
  'Nothing was sent. Call preview_inquiry, show the person the exact text and the notices, get an explicit yes, and call submit_inquiry again with the confirmationToken.'

/** @returns `unconfirmed` if the person has not agreed: what the tool returns, which is an error or the form to show */
export async function requireConfirmation(
  service: Service,
  { question, confirmationToken, confirmed, inquiry }: ConfirmationInput,
  { mcpReq }: mcp.ServerContext,
): Promise<Confirmed | { unconfirmed: mcp.CallToolResult | mcp.InputRequiredResult }> {
  const isForThis = ({ digest, registration }: Confirmation) =>
    digest === question.digest && registration === question.registration
  const previewed = confirmationToken === undefined ? undefined : await openConfirmation(service, confirmationToken)
  if (previewed && isForThis(previewed))
    return { confirmation: previewed, ...(previewed.isOfWindow && { confirmedIn: 'window' as const }) }
  const response = mcp.acceptedContent(mcpReq.inputResponses, 'confirm', z.object({ confirm: z.boolean() }))
  const asked = Confirmation.safeParse(mcpReq.requestState()).data
  if (response?.confirm === true && asked && isForThis(asked)) return { confirmation: asked, confirmedIn: 'form' }
  if (confirmed === true && service.acceptsUnconfirmed) return {}
  if (mcpReq.inputResponses !== undefined)
    return { unconfirmed: toolError('The person did not say yes. Nothing was sent.') }
  const { 'io.modelcontextprotocol/clientCapabilities': can } = (mcpReq.envelope ?? {}) as Record<string, object>
  if (!can || !('elicitation' in can))
    return { unconfirmed: confirmationToken === undefined ? toolError(NOTHING_SENT) : refusedToken() }
  const { message, yes } = await elicitationOf(service, inquiry)
  const unconfirmed = mcp.inputRequired({
    inputRequests: {
      confirm: mcp.inputRequired.elicit({ message, requestedSchema: z.object({ confirm: z.boolean().describe(yes) }) }),
    },
    requestState: await sealConfirmation(service, question),
  })
  return { unconfirmed }
}

/** The client's form shows the exact text and the notices in the person's language. */
async function elicitationOf(service: Service, inquiry: AnyInquiryRequest) {
  const { language, firm } = await personFacts(service, inquiry)
  const { ask, yes } = WORDS[language].elicitation
  const rows = await shownRows(service, inquiry)
  // A label that is a question ends with its own mark.
  const lines = rows.map(([label, value]) => `${label.replace(/[^?]$/, '$&:')} ${value}`)
  const parts = [fill(ask, { firm: firm.name }), lines.join('\n'), ...noticesOf('elicitation', firm.notices)]
  return { message: parts.join('\n\n'), yes }
}

/** The rows are in the language that the inquiry asks for. */
async function shownRows(service: Service, inquiry: AnyInquiryRequest) {
  const { language, practiceAreas } = await personFacts(service, inquiry)
  const { fields } = WORDS[language].form
  const choices = choicesOf({ language, languages: service.languages, practiceAreas })
  return FIELD_NAMES.flatMap((name) => {
    const value = inquiry[name]
    if (value === undefined) return []
    const { control } = INQUIRY_FIELDS[name]
    const known: Readonly<Record<string, string>> = 'from' in control ? choices[control.from] : {}
    const chosen = [value].flat().map((one) => known[String(one)] ?? String(one))
    return [[fields[name].label, printable(inOneText(chosen) ?? '')] as const]
  })
}

/** Identifies the inquiry that the person is asked to confirm, and the caller who is going to send the inquiry. */
const Question = z.object({
  digest: z.string(),
  /** The digest, with the network or the registration, is the idempotency key of the inquiry. */
  network: z.string(),
  /** Absent if the agent sent no token. */
  registration: z.string().optional(),
})
type Question = z.infer<typeof Question>

/** The client keeps this, sealed, while the person decides. `until` is in milliseconds since 1970. */
const Confirmation = Question.extend({
  until: z.number(),
  inquiry: z.unknown().optional(),
  /** The token belongs to the Send button in an assistant's window. */
  isOfWindow: z.literal(true).optional(),
})
type Confirmation = z.infer<typeof Confirmation>

/** @param inquiry given in the token of a preview, so that the token is enough to send the inquiry; not given in the state of a form */
export function sealConfirmation(
  { keys, clock }: Pick<Service, 'keys' | 'clock'>,
  question: Question,
  inquiry?: AnyInquiryRequest,
  isOfWindow = false,
): Promise<string> {
  const until = clock.now().getTime() + HOUR_MS
  const confirmation: Confirmation = { ...question, until, inquiry, ...(isOfWindow && { isOfWindow }) }
  return keys.seal(CONFIRMATION_PURPOSE, confirmation)
}

/** @returns undefined if this service did not seal the text, or the confirmation has expired */
export async function openConfirmation({ keys, clock }: Pick<Service, 'keys' | 'clock'>, sealed: string) {
  const confirmation = await unsealAs(Confirmation, keys, CONFIRMATION_PURPOSE, sealed)
  return confirmation && confirmation.until > clock.now().getTime() ? confirmation : undefined
}

/** `digest` binds a confirmation to exactly this text; `registration` binds it to the agent. The network is not compared. */
export const questionOf = async (service: Service, inquiry: AnyInquiryRequest, { caller, agent }: ToolCaller) => ({
  digest: await service.keyedHash.mac('mcp-inquiry', canonicalText(inquiry)),
  network: networkOf(caller.address),
  ...(agent && { registration: agent.registration.id }),
})

/**
 * The inquiry is shown in an assistant's window (MCP Apps, SEP-1865). The token of the Send button is in `_meta`, which windows get and
 * models do not: an inquiry sent with it was confirmed by a click.
 */
const URI = 'ui://front-desk/inquiry'
const HTML = 'text/html;profile=mcp-app'
export const APP_OF_TOOL = { ui: { resourceUri: URI } }

/** The window has the language that the inquiry asks for. @param token for the Send button */
export async function windowOf(service: Service, inquiry: AnyInquiryRequest, token: string) {
  const { language, firm } = await personFacts(service, inquiry)
  const { title, question, ...words } = WORDS[language].window
  const { emailSuggestion } = suggestionFor(inquiry.email)
  return {
    'front-desk/inquiry': {
      language,
      title: `${title} ${firm.name}`,
      rows: await shownRows(service, inquiry),
      ...(emailSuggestion !== undefined && { question: fill(question, { email: emailSuggestion }) }),
      notices: noticesOf('preview', firm.notices),
      words,
      token,
    },
  }
}

export function registerInquiryApp(server: mcp.McpServer, { published }: Service): void {
  const about = {
    title: 'The inquiry, to read and send',
    description: 'A window with the text, the notices and a Send button.',
    mimeType: HTML,
    cacheHint: CACHE,
  }
  server.registerResource('inquiry-app', URI, about, async () => {
    const text = await published.read(INQUIRY_APP_FILE)
    return { contents: [{ uri: URI, mimeType: HTML, text, _meta: { ui: { prefersBorder: true } } }] }
  })
}
