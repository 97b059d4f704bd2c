import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import { Health } from '../contract/service-operations.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { FIRST_LANGUAGE, languageInWords, siteLanguage } from '../language.ts'
import { Problem } from '../problem.ts'
import type { Service } from '../service/service.ts'
import { factPath, PATHS } from '../site.ts'
import { factsOf, readTool, type Tool, toolResult } from './tool.ts'

const AREA_LIST = 'practice-areas/index.json'

export function factTools(service: Service): Tool[] {
  const { languages, practiceAreas } = service
  /** `document` is an English path below the root of the API. */
  const read = async (document: string, language = FIRST_LANGUAGE) =>
    JSON.parse(await service.published.read(factPath(language, `/${document}`).slice(1))) as object
  const otherLanguage = languages.find((tag) => tag !== FIRST_LANGUAGE)
  const language = z
    .preprocess((tag) => (typeof tag === 'string' ? siteLanguage(tag) : tag), z.enum(languages))
    .optional()
    .describe(otherLanguage ? `Like ${otherLanguage}; else English.` : 'English.')
  const [firstArea = 'other', ...otherAreas] = practiceAreas.map(({ id }) => id)
  const area = z.enum([firstArea, ...otherAreas])
  const inLanguage = z.strictObject({ language })
  return [
    readTool({
      name: 'get_firm_overview',
      operation: 'getFirm',
      input: inLanguage,
      output: factsOf(Firm),
      run: async (input) => toolResult(await read('firm', input.language)),
    }),
    readTool({
      name: 'list_practice_areas',
      operation: 'listPracticeAreas',
      input: inLanguage,
      output: factsOf(PracticeAreas),
      run: async (input) => toolResult(await read(AREA_LIST, input.language)),
    }),
    readTool({
      name: 'get_practice_area',
      operation: 'getPracticeArea',
      input: z.strictObject({ id: area.describe(`Id from list_practice_areas, like ${firstArea}.`), language }),
      output: factsOf(PracticeArea),
      async run({ id, language = FIRST_LANGUAGE }) {
        const listed = (await read(AREA_LIST, language)) as PracticeAreas
        if (!listed.practiceAreas.some((one) => one.id === id)) {
          const detail = `This practice area has no text in ${languageInWords(language)}. Call again without language.`
          throw new Problem('not-found', { detail })
        }
        return toolResult(await read(`practice-areas/${id}`, language))
      },
    }),
    readTool({
      name: 'list_faq',
      operation: 'listFaq',
      input: z.strictObject({
        topic: area.optional().describe(`Id from list_practice_areas, like ${firstArea}; else all.`),
        language,
      }),
      output: factsOf(Faq),
      async run({ topic, language }) {
        const { faq, ...rest } = (await read('faq', language)) as Faq
        return toolResult({ ...rest, faq: topic === undefined ? faq : faq.filter((entry) => entry.topic === topic) })
      },
    }),
    readTool({
      name: 'get_service_status',
      operation: 'getHealth',
      input: z.strictObject({}),
      output: factsOf(Health),
      run: async () => toolResult(await read('health')),
    }),
  ]
}

const Access = z.object({
  registered: z.boolean(),
  claimed: z.boolean(),
  scopes: z.array(z.enum(ALL_SCOPES)),
  expires_at: z.string().optional(),
  guide: z.url(),
})

export const accessTool = ({ base }: Service) =>
  readTool({
    name: 'get_agent_access',
    operation: 'getAgent',
    offer: 'agents',
    input: z.strictObject({}),
    output: factsOf(Access),
    run: async (_input, { agent }) =>
      toolResult({
        registered: agent !== undefined,
        claimed: agent?.claimed ?? false,
        scopes: agent?.scopes ?? [],
        ...(agent && { expires_at: agent.expiresAt }),
        guide: base + PATHS.authGuide,
      }),
  })
