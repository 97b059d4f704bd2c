import * as z from 'zod'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { noticesOf } from '../firm/notices.ts'
import { AnswerReceipt, InquiryAnswer } from '../inquiries/answer.ts'
import { suggestionFor } from '../inquiries/typing-slip.ts'
import { IDEMPOTENCY_KEY } from '../inquiries/inquiry-request.ts'
import { FIELD_NAMES, type FieldName, INQUIRY_FIELDS } from '../inquiries/inquiry-fields.ts'
import { receiptSchema } from '../inquiries/inquiry.ts'
import { requirePublicStatus, statusSchema } from '../inquiries/public-status.ts'
import { capabilityIn } from '../inquiries/status-address.ts'
import { parseInput } from '../problem.ts'
import { answerInquiry } from '../service/answer-inquiry.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import type { Service } from '../service/service.ts'
import { personFacts, submitProgramInquiry } from '../service/submit-inquiry.ts'
import * as consent from './inquiry-confirmation.ts'
import { factsOf, readTool, resultOf, sendTool, type Tool, toolResult } from './tool.ts'

/** Gives only the type of the field: `preview_inquiry` describes the field, and `run` checks it. */
function asPreviewed(name: FieldName) {
  const { kind } = INQUIRY_FIELDS[name].control
  const schema = kind === 'several' ? z.array(z.string()) : kind === 'tick' ? z.boolean() : z.string()
  return schema.optional().describe('As previewed.')
}

const STATUS_URL = z.string().max(500).describe('Like https://…/status/mi3….')

export function inquiryTools(service: Service): Tool[] {
  const { inquiryRequest, firm } = service
  const inquirySchema = z.strictObject(inquiryRequest.shape).partial({ email: true })
  return [
    readTool({
      name: 'preview_inquiry',
      input: inquirySchema,
      output: resultOf(
        z.object({
          inquiry: inquirySchema.describe('What will be sent. Show it word for word.'),
          emailSuggestion: z.string().describe('Ask whether this address is meant.').optional(),
          notices: z.array(z.string()).describe('Show these too.'),
          confirmationToken: z.string().describe('For submit_inquiry, once, from you, within an hour.'),
        }),
      ),
      _meta: consent.APP_OF_TOOL,
      async run(input, toolCaller) {
        const inquiry = parseInput(service.reachableRequest, input)
        const question = await consent.questionOf(service, inquiry, toolCaller)
        const confirmationToken = await consent.sealConfirmation(service, question, inquiry)
        const { firm } = await personFacts(service, inquiry)
        const notices = noticesOf('preview', firm.notices)
        const result = toolResult({ inquiry, ...suggestionFor(inquiry.email), notices, confirmationToken })
        const windowToken = await consent.sealConfirmation(service, question, inquiry, true)
        return { ...result, _meta: await consent.windowOf(service, inquiry, windowToken) }
      },
    }),
    sendTool({
      name: 'submit_inquiry',
      operation: 'createInquiry',
      scope: INQUIRY_OPERATIONS.createInquiry.scope,
      // `run` checks the inquiry, because it may be in the token of a preview instead of here.
      input: z.strictObject({
        ...Object.fromEntries(FIELD_NAMES.map((name) => [name, asPreviewed(name)])),
        confirmationToken: z
          .string()
          .optional()
          .describe('From preview_inquiry, like eyJhbGciOi…: sends what was previewed.'),
        confirmed: z
          .boolean()
          .optional()
          .describe('true if the person saw the exact text and said yes; only some firms take it.'),
        idempotencyKey: IDEMPOTENCY_KEY.optional().describe('Like a UUID; unused with a token.'),
      }),
      output: resultOf(receiptSchema(firm)),
      async run({ confirmationToken, confirmed, idempotencyKey, ...input }, { caller, agent, context }) {
        const isPreviewed = confirmationToken !== undefined && Object.keys(input).length === 0
        const sent = isPreviewed ? (await consent.openConfirmation(service, confirmationToken))?.inquiry : input
        if (isPreviewed && sent === undefined) return consent.refusedToken()
        const inquiry = parseInput(service.reachableRequest, sent)
        const question = await consent.questionOf(service, inquiry, { caller, agent })
        const given = { question, confirmationToken, confirmed, inquiry }
        const consented = await consent.requireConfirmation(service, given, context)
        if ('unconfirmed' in consented) return consented.unconfirmed
        await consumeRateLimit(INQUIRY_OPERATIONS.createInquiry.limit, caller, service)
        const { confirmation, confirmedIn } = consented
        // A confirmation always has the same idempotency key, so it sends one inquiry only, from any network and with any key of the agent.
        const sender = confirmation ? { address: confirmation.network } : caller
        const givenKey = confirmation ? undefined : idempotencyKey
        const key = givenKey ?? `mcp-${question.digest}`
        const sending = { request: inquiry, via: 'mcp', confirmedIn, key } as const
        return toolResult(await submitProgramInquiry(service, sender, agent, sending))
      },
    }),
    readTool({
      name: 'get_inquiry_status',
      operation: 'getInquiryStatus',
      offer: 'statusPage',
      input: z.strictObject({ status_url: STATUS_URL }),
      output: factsOf(statusSchema(firm)),
      async run({ status_url }, { caller }) {
        await consumeRateLimit(INQUIRY_OPERATIONS.getInquiryStatus.limit, caller, service)
        return toolResult(await requirePublicStatus(service, capabilityIn(status_url)))
      },
    }),
    sendTool({
      name: 'answer_inquiry',
      operation: 'answerInquiry',
      offer: 'statusPage',
      input: z.strictObject({ status_url: STATUS_URL, ...InquiryAnswer.shape }),
      output: factsOf(AnswerReceipt),
      async run({ status_url, answer }, { caller }) {
        await consumeRateLimit(INQUIRY_OPERATIONS.answerInquiry.limit, caller, service)
        return toolResult(await answerInquiry(service, capabilityIn(status_url), { answer }))
      },
    }),
  ]
}
