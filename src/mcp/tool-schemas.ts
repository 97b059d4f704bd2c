/**
 * Input and output schemas of the tools of `/mcp`.
 */
import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import type { ToolName } from '../contract/mcp-tools.ts'
import { Health } from '../contract/operations.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { IDEMPOTENCY_KEY } from '../inquiries/idempotency-key.ts'
import { InquiryReceipt } from '../inquiries/inquiry.ts'
import { InquiryStatus } from '../inquiries/public-status.ts'
import type { Service } from '../service/service.ts'
import { cacheFacts, cacheJsonSchema } from './schema-cache.ts'

/** Of one tool. */
export interface Schemas {
  input: z.ZodObject
  output: z.ZodObject
}

/** For tools without arguments. */
const NO_INPUT = cacheJsonSchema(z.strictObject({}))

const STATUS_ADDRESS = cacheJsonSchema(
  z.strictObject({ statusUrl: z.string().max(500).describe('status_url of the receipt.') }),
)

/** Output schemas that do not depend on the firm's content: those of the API, and that of the caller's own registration. */
const OUTPUT = {
  firm: cacheFacts(Firm.clone()),
  areas: cacheFacts(PracticeAreas.clone()),
  area: cacheFacts(PracticeArea.clone()),
  faq: cacheFacts(Faq.clone()),
  health: cacheFacts(Health.clone()),
  receipt: cacheJsonSchema(InquiryReceipt.clone()),
  status: cacheJsonSchema(InquiryStatus.clone()),
  access: cacheJsonSchema(
    z.object({
      registered: z.boolean().describe('Whether the request carried a valid token.'),
      claimed: z.boolean().describe('Whether a person vouches for the agent.'),
      scopes: z.array(z.enum(ALL_SCOPES)).describe('Scopes of the token.'),
      expires_at: z.string().optional().describe('When the token expires, ISO 8601.'),
      guide: z.url().describe('Address of the guide: how to register, be claimed and get a token.'),
    }),
  ),
}

/** The schemas of every tool. Some depend on the firm's content; made once per service, because making them is slow. */
export function toolSchemas({ practiceAreas, inquiryRequest }: Service) {
  const [first = 'other', ...more] = practiceAreas.map(({ id }) => id)
  const area = cacheJsonSchema(
    z.strictObject({ id: z.enum([first, ...more]).describe('Id of the practice area, from list_practice_areas.') }),
  )
  const question = cacheJsonSchema(
    z.strictObject({
      query: z
        .string()
        .max(200)
        .optional()
        .describe('Words to look for, for example "deadline"; leave it out to get all.'),
    }),
  )
  const inquiry = cacheJsonSchema(z.strictObject(inquiryRequest.shape))
  const preview = cacheJsonSchema(
    z.object({
      inquiry: inquiry.describe('What will be sent, normalized. Show it to the person word for word.'),
      notices: z.array(z.string()).describe('Show these to the person too.'),
      confirmationToken: z
        .string()
        .describe(
          'Pass it to submit_inquiry once the person has said yes. Valid for one hour, for you, for sending exactly this inquiry once.',
        ),
    }),
  )
  const submission = cacheJsonSchema(
    inquiry.partial().extend({
      confirmationToken: z
        .string()
        .optional()
        .describe('From preview_inquiry, after the person said yes. It is enough: what was previewed is sent.'),
      confirmed: z
        .boolean()
        .optional()
        .describe('True when the person has seen the exact text and said yes. Use it only if no preview was made.'),
      idempotencyKey: IDEMPOTENCY_KEY.optional().describe(
        'Makes repeating safe. Derived from the inquiry if left out. Ignored with a confirmationToken or an answered form, because each counts for one inquiry.',
      ),
    }),
  )
  return {
    get_firm_overview: { input: NO_INPUT, output: OUTPUT.firm },
    list_practice_areas: { input: NO_INPUT, output: OUTPUT.areas },
    get_practice_area: { input: area, output: OUTPUT.area },
    list_faq: { input: question, output: OUTPUT.faq },
    get_service_status: { input: NO_INPUT, output: OUTPUT.health },
    preview_inquiry: { input: inquiry, output: preview },
    submit_inquiry: { input: submission, output: OUTPUT.receipt },
    get_inquiry_status: { input: STATUS_ADDRESS, output: OUTPUT.status },
    get_agent_access: { input: NO_INPUT, output: OUTPUT.access },
  } satisfies Record<ToolName, Schemas>
}
export type ToolSchemas = ReturnType<typeof toolSchemas>
