/** Input and output schemas of the tools of `/mcp`. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import type { ToolName } from '../contract/mcp-tools.ts'
import { Health } from '../contract/service-operations.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { FIELD_NAMES, type FieldName, INQUIRY_FIELDS } from '../inquiries/inquiry-fields.ts'
import { AnswerReceipt, InquiryAnswer } from '../inquiries/answer.ts'
import { IDEMPOTENCY_KEY } from '../inquiries/idempotency-key.ts'
import { receiptSchema } from '../inquiries/inquiry.ts'
import { InquiryStatus } from '../inquiries/public-status.ts'
import type { Service } from '../service/service.ts'
import { once } from '../remembered.ts'

/** A schema as the library takes it. */
type ShownSchema<S extends z.ZodType> = StandardSchemaWithJSON<z.input<S>, z.output<S>>
type JsonSchema = Record<string, unknown>

export interface Schemas {
  input: StandardSchemaWithJSON<unknown, Record<string, unknown>>
  output: StandardSchemaWithJSON
}

/**
 * A schema that clients see shorter than it is, because a model reads the list of tools before anything else. Some clients refuse a
 * schema that names its dialect; without a name it is the one of the protocol (2020-12).
 * @param direction of arguments or of a result
 * @param shorten gets the JSON Schema of the whole, once
 */
function shown<S extends z.ZodType>(
  schema: S,
  direction: 'input' | 'output',
  shorten: (object: JsonSchema) => JsonSchema,
): ShownSchema<S> {
  const standard = (schema as unknown as ShownSchema<S>)['~standard']
  const json = once(() => shorten(standard.jsonSchema[direction]({ target: 'draft-2020-12' })))
  return { '~standard': { ...standard, jsonSchema: { input: json, output: json } } }
}

function withMembers(object: JsonSchema, change: (member: JsonSchema) => JsonSchema): JsonSchema {
  const members = Object.entries((object.properties ?? {}) as Record<string, JsonSchema>)
  return { ...object, properties: Object.fromEntries(members.map(([name, member]) => [name, change(member)])) }
}

/** Arguments: what is left out here, the service checks, and says in words what is wrong. */
const argumentsOf = <S extends z.ZodType>(schema: S) =>
  shown(schema, 'input', ({ $schema: _dialect, ...object }) =>
    withMembers(object, ({ minLength: _least, pattern: _pattern, ...member }) => member),
  )

/** A result: OpenAPI says which members are always there, and what lies within them. */
const resultOf = <S extends z.ZodType>(schema: S) => shownMembers(schema, ['type', 'enum', 'const', 'description'])

/** Facts: OpenAPI describes their members too. */
const factsOf = <S extends z.ZodType>(schema: S) => shownMembers(schema, ['type', 'enum', 'const'])

const shownMembers = <S extends z.ZodType>(schema: S, keywords: readonly string[]) =>
  shown(schema, 'output', ({ type, properties }) =>
    withMembers({ type, properties }, (member) =>
      Object.fromEntries(keywords.flatMap((name) => (name in member ? [[name, member[name]]] : []))),
    ),
  )

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

/** The service checks what is in it. */
function asPreviewed(name: FieldName) {
  const { kind } = INQUIRY_FIELDS[name].control
  return kind === 'several' ? z.array(z.string()) : kind === 'tick' ? z.boolean() : z.string()
}

const NO_INPUT = argumentsOf(z.strictObject({}))

const STATUS_URL = { status_url: z.string().max(500).describe('Like https://…/status/mi3….') }
const STATUS_ADDRESS = argumentsOf(z.strictObject(STATUS_URL))
const ANSWER = argumentsOf(z.strictObject({ ...STATUS_URL, ...InquiryAnswer.shape }))

/** Output schemas that do not depend on the firm's content: those of the API, and that of the caller's own registration. */
const OUTPUT = {
  firm: factsOf(Firm),
  areas: factsOf(PracticeAreas),
  area: factsOf(PracticeArea),
  faq: factsOf(Faq.extend({ more: z.array(z.string()).optional() })),
  health: factsOf(Health),
  status: factsOf(InquiryStatus),
  answer: factsOf(AnswerReceipt),
  // Described by the tool.
  access: factsOf(
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
export function toolSchemas({ practiceAreas, inquiryRequest, languages, firm }: Service) {
  const language = languageSchema(languages)
  const fact = argumentsOf(z.strictObject({ language }))
  const [first = 'other', ...more] = practiceAreas.map(({ id }) => id)
  const area = argumentsOf(
    z.strictObject({ id: z.enum([first, ...more]).describe(`Id from list_practice_areas, like ${first}.`), language }),
  )
  const question = argumentsOf(
    z.strictObject({
      query: z.string().max(200).optional().describe('Words to find, like deadline; else all.'),
      language,
    }),
  )
  const inquiry = z.strictObject(inquiryRequest.shape).partial({ email: true })
  const preview = resultOf(
    z.object({
      inquiry: inquiry.describe('What will be sent. Show it word for word.'),
      emailSuggestion: z.string().describe('Ask whether this address is meant.').optional(),
      notices: z.array(z.string()).describe('Show these too.'),
      confirmationToken: z.string().describe('For submit_inquiry, once, from you, within an hour.'),
    }),
  )
  // The inquiry is checked when it is sent, because a preview may hold it.
  const fields = FIELD_NAMES.map((name) => [name, asPreviewed(name).optional().describe(AS_PREVIEWED)] as const)
  const submission = argumentsOf(
    z.strictObject({
      ...Object.fromEntries(fields),
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
  )
  return {
    get_firm_overview: { input: fact, output: OUTPUT.firm },
    list_practice_areas: { input: fact, output: OUTPUT.areas },
    get_practice_area: { input: area, output: OUTPUT.area },
    list_faq: { input: question, output: OUTPUT.faq },
    get_service_status: { input: NO_INPUT, output: OUTPUT.health },
    preview_inquiry: { input: argumentsOf(inquiry), output: preview },
    submit_inquiry: { input: submission, output: resultOf(receiptSchema(firm)) },
    get_inquiry_status: { input: STATUS_ADDRESS, output: OUTPUT.status },
    answer_inquiry: { input: ANSWER, output: OUTPUT.answer },
    get_agent_access: { input: NO_INPUT, output: OUTPUT.access },
  } satisfies Record<ToolName, Schemas>
}
export type ToolSchemas = ReturnType<typeof toolSchemas>
