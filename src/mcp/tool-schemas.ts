/**
 * Input and output schemas of the tools of `/mcp`.
 */
import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import type { ToolName } from '../contract/mcp-tools.ts'
import { Health } from '../contract/health.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { FIELD_NAMES } from '../inquiries/inquiry-fields.ts'
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

/** @param languages of the site */
function languageSchema(languages: readonly Language[]) {
  const translation = languages.find((tag) => tag !== FIRST_LANGUAGE)
  return z
    .enum(languages)
    .optional()
    .describe(translation ? `Like ${translation}; else English.` : 'English.')
}

/** Of what two tools take: its format and an example are with the first. */
const AS_PREVIEWED = 'As previewed.'

/** For tools without arguments. */
const NO_INPUT = cacheJsonSchema(z.strictObject({}))

const STATUS_ADDRESS = cacheJsonSchema(
  z.strictObject({ statusUrl: z.string().max(500).describe('The status_url, like https://…/status/mi3….') }),
)

/** Output schemas that do not depend on the firm's content: those of the API, and that of the caller's own registration. */
const OUTPUT = {
  firm: cacheFacts(Firm.clone()),
  areas: cacheFacts(PracticeAreas.clone()),
  area: cacheFacts(PracticeArea.clone()),
  faq: cacheFacts(Faq.clone()),
  health: cacheFacts(Health.clone()),
  receipt: cacheJsonSchema(InquiryReceipt.clone()),
  status: cacheFacts(InquiryStatus.clone()),
  // Described by the tool.
  access: cacheFacts(
    z.object({
      registered: z.boolean(),
      claimed: z.boolean(),
      scopes: z.array(z.enum(ALL_SCOPES)),
      expires_at: z.string().optional(),
      guide: z.url(),
    }),
  ),
}

/** The schemas of every tool. Some depend on the firm's content; made once per service, because making them is slow. */
export function toolSchemas({ practiceAreas, inquiryRequest, languages }: Service) {
  const language = languageSchema(languages)
  const fact = cacheJsonSchema(z.strictObject({ language }))
  const [first = 'other', ...more] = practiceAreas.map(({ id }) => id)
  const area = cacheJsonSchema(
    z.strictObject({
      id: z.enum([first, ...more]).describe(`Id from list_practice_areas, like ${first}.`),
      language,
    }),
  )
  const question = cacheJsonSchema(
    z.strictObject({
      query: z.string().max(200).optional().describe('Words to look for, like deadline; all without it.'),
      language,
    }),
  )
  const inquiry = cacheJsonSchema(z.strictObject(inquiryRequest.shape))
  const preview = cacheJsonSchema(
    z.object({
      inquiry: inquiry.describe('What will be sent. Show it word for word.'),
      notices: z.array(z.string()).describe('Show these too.'),
      confirmationToken: z.string().describe('For submit_inquiry, once, from you, within an hour.'),
    }),
  )
  // The inquiry is checked when it is sent, because a preview may hold it.
  const fields = FIELD_NAMES.map((name) => [name, z.string().optional().describe(AS_PREVIEWED)] as const)
  const submission = cacheJsonSchema(
    z.strictObject({
      ...Object.fromEntries(fields),
      confirmationToken: z
        .string()
        .optional()
        .describe('From preview_inquiry, like eyJhbGciOi…: sends what was previewed.'),
      confirmed: z
        .boolean()
        .optional()
        .describe('true if the person saw the exact text and said yes; only without a token.'),
      idempotencyKey: IDEMPOTENCY_KEY.optional().describe(
        'Like a UUID; else made from the inquiry. Unused with a token.',
      ),
    }),
  )
  return {
    get_firm_overview: { input: fact, output: OUTPUT.firm },
    list_practice_areas: { input: fact, output: OUTPUT.areas },
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
