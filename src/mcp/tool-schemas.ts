/**
 * Input and output schemas of the tools of `/mcp`.
 */
import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import { Health } from '../contract/operations.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { IDEMPOTENCY_KEY } from '../inquiries/idempotency-key.ts'
import { InquiryReceipt } from '../inquiries/inquiry.ts'
import type { Service } from '../service/service.ts'
import { cacheJsonSchema } from './schema-cache.ts'

/** For tools without arguments. */
export const NO_INPUT = cacheJsonSchema(z.strictObject({}))

/** Output schemas: those of the API, and `access` for the caller's own registration. */
export const OUTPUT_SCHEMAS = {
  firm: cacheJsonSchema(Firm.clone()),
  areas: cacheJsonSchema(PracticeAreas.clone()),
  area: cacheJsonSchema(PracticeArea.clone()),
  faq: cacheJsonSchema(Faq.clone()),
  health: cacheJsonSchema(Health.clone()),
  receipt: cacheJsonSchema(InquiryReceipt.clone()),
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

/** Schemas that depend on the firm's content; made once per service, because making them is slow. */
export function toolSchemas({ practiceAreas, inquiryRequest }: Service) {
  const [first = 'other', ...more] = practiceAreas.map(({ id }) => id)
  const inquiry = z.strictObject(inquiryRequest.shape)
  return {
    area: cacheJsonSchema(
      z.strictObject({ id: z.enum([first, ...more]).describe('Id of the practice area, from list_practice_areas.') }),
    ),
    inquiry: cacheJsonSchema(inquiry),
    preview: cacheJsonSchema(
      z.object({
        inquiry: inquiry.describe('What will be sent, normalized. Show it to the person word for word.'),
        notices: z.array(z.string()).describe('Show these to the person too.'),
        confirmationToken: z
          .string()
          .describe(
            'Pass it to submit_inquiry once the person has said yes. Valid for one hour, for exactly this inquiry.',
          ),
      }),
    ),
    submission: cacheJsonSchema(
      inquiry.extend({
        confirmationToken: z.string().optional().describe('From preview_inquiry, after the person said yes.'),
        confirmed: z
          .boolean()
          .optional()
          .describe('True when the person has seen the exact text and said yes. Use it only if no preview was made.'),
        idempotencyKey: IDEMPOTENCY_KEY.optional().describe(
          'Makes repeating safe. Derived from the inquiry if left out.',
        ),
      }),
    ),
    question: cacheJsonSchema(
      z.strictObject({
        query: z
          .string()
          .max(200)
          .optional()
          .describe('Words to look for, for example "deadline"; leave it out to get all.'),
      }),
    ),
  }
}
export type ToolSchemas = ReturnType<typeof toolSchemas>
