/** The resources and prompts of `/mcp`, its skills, and the published documents behind them. */
import {
  completable,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { SkillsExtension, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import * as z from 'zod'
import { skillMd, skillsOf } from '../contract/documents/skills.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import { topicsOf } from '../firm/topics.ts'
import { FIRST_LANGUAGE, type Language, languageInWords, listInWords, pathIn } from '../language.ts'
import type { Service } from '../service/service.ts'
import { HOUR_MS } from '../duration.ts'
import { once } from '../remembered.ts'
import { factPath } from '../site.ts'
import { AGENT_WORDS, fill } from '../words.ts'

/** How long clients may cache lists, discovery and public facts. */
export const CACHE = { ttlMs: HOUR_MS, cacheScope: 'public' } as const
const AREA = 'firm://practice-areas/'
const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'

/** A document of the API, as it was published. @param name its path below the root of the API in English */
const readDocument = ({ published }: Pick<Service, 'published'>, name: string, language = FIRST_LANGUAGE) =>
  published.read(factPath(language, `/${name}`).slice(1))

/** The same, parsed. */
export const parseDocument = async (...document: Parameters<typeof readDocument>) =>
  JSON.parse(await readDocument(...document)) as Readonly<Record<string, unknown>>

/** Resources that are documents of the API, with their paths below its root. */
const FACTS = [
  ['overview', 'firm', 'The firm', 'Name, address, telephone, hours and notices.'],
  ['practice-areas', 'practice-areas/index.json', 'The practice areas', 'What the firm works on.'],
  ['lawyers', 'lawyers', 'The lawyers', 'Bar number, admissions, languages and practice areas.'],
  ['faq', 'faq', 'Questions and answers', 'Questions people ask the firm, with answers.'],
] as const

/** What clients list of a resource. */
export const about = (title: string, description: string, mimeType: string) => ({
  title,
  description,
  mimeType,
  cacheHint: CACHE,
})

/** What a resource holds: one text. */
const contentOf = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] })

export function registerResources(server: McpServer, service: Service): void {
  for (const language of service.languages) registerFacts(server, service, language)
  registerNotices(server, service)
  registerAreas(server, service)
}

/** The facts in a language: `firm://faq`, `firm://es/faq`. */
function registerFacts(server: McpServer, service: Service, language: Language): void {
  const isFirst = language === FIRST_LANGUAGE
  for (const [name, path, title, description] of FACTS) {
    server.registerResource(
      isFirst ? name : `${name}-${language}`,
      `firm:/${pathIn(language, `/${name}`)}`,
      about(isFirst ? title : `${title}, in ${languageInWords(language)}`, description, JSON_TYPE),
      async ({ href }) => contentOf(href, JSON_TYPE, await readDocument(service, path, language)),
    )
  }
}

function registerNotices(server: McpServer, { firm }: Service): void {
  const { version, ...notices } = firm.notices
  const text = `# Notices of ${firm.name}, version ${version}\n\n${Object.values(notices).join('\n\n')}\n`
  server.registerResource(
    'notices',
    'firm://notices',
    about('The notices', 'What to show a person before anything is sent.', MARKDOWN),
    ({ href }) => contentOf(href, MARKDOWN, text),
  )
}

function registerAreas(server: McpServer, service: Service): void {
  const { practiceAreas } = service
  const template = new ResourceTemplate(`${AREA}{id}`, {
    list: () => ({
      resources: practiceAreas.map(({ id, name, summary }) => ({
        uri: AREA + id,
        name: id,
        title: name,
        description: summary,
        mimeType: MARKDOWN,
      })),
    }),
    complete: { id: (start) => practiceAreas.map(({ id }) => id).filter((id) => id.startsWith(start)) },
  })
  server.registerResource(
    'practice-area',
    template,
    about('One practice area', 'The full text of a practice area.', MARKDOWN),
    async ({ href }, { id }) => {
      if (!practiceAreas.some((area) => area.id === id))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such practice area.')
      const { name, notice, body } = (await parseDocument(
        service,
        `practice-areas/${String(id)}`,
      )) as unknown as PracticeArea
      return contentOf(href, MARKDOWN, `# ${name}\n\n${notice}\n\n${body}\n`)
    },
  )
}

/** Schemas of the prompts' arguments; made once per service. */
export function promptSchemas({ practiceAreas, languages }: Service) {
  const topics = topicsOf(practiceAreas)
  const topic = completable(z.string().max(60).describe('Topic of the matter.'), (start) =>
    topics.filter((name) => name.startsWith(start)),
  )
  return {
    draft: z.object({
      topic,
      situation: z
        .string()
        .max(2000)
        .describe('What the person needs; after an arrest or a charge, not what happened.'),
      language: z
        .string()
        .max(20)
        .optional()
        .describe(`Language of the firm’s answer, like ${listInWords(languages, 'or')}.`),
    }),
    prepare: z.object({ topic }),
  }
}

export function registerPrompts(
  server: McpServer,
  { firm }: Service,
  { draft, prepare }: ReturnType<typeof promptSchemas>,
): void {
  const userPrompt = (text: string) => ({
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  })
  const { draft_inquiry: drafting, prepare_for_consultation: preparing } = AGENT_WORDS.prompts
  server.registerPrompt(
    'draft_inquiry',
    { title: drafting.title, description: drafting.description, argsSchema: draft },
    ({ topic, situation, language }) => {
      const values = {
        firm: firm.name,
        telephone: firm.telephone,
        topic,
        situation,
        namesFirst: AGENT_WORDS.namesFirst,
      }
      const text = fill(drafting.text.join('\n\n'), values)
      return userPrompt(language === undefined ? text : `${text} ${fill(drafting.inLanguage, { language })}`)
    },
  )
  server.registerPrompt(
    'prepare_for_consultation',
    { title: preparing.title, description: preparing.description, argsSchema: prepare },
    ({ topic }) => userPrompt(fill(preparing.text.join('\n\n'), { firm: firm.name, topic })),
  )
}

const SKILL_FILE = 'SKILL.md'

/**
 * The skills of the site, by the extension `io.modelcontextprotocol/skills` (SEP-2640). Their texts are those of the site.
 * @returns the extension, which serves them on any number of servers
 */
export function skillsExtension({ base, firm }: Pick<Service, 'base' | 'firm'>): SkillsExtension {
  const texts = new Map(
    skillsOf(firm).map((skill) => [`skill://${skill.name}/${SKILL_FILE}`, skillMd(skill, base, firm)]),
  )
  const entries = once(() =>
    Promise.all([...texts].map(([uri, text]) => skillEntry(new URL(uri).hostname, { [SKILL_FILE]: text }))),
  )
  return new SkillsExtension({
    cacheHint: CACHE,
    source: {
      list: async () => ({ skills: await entries() }),
      get: async (uri) => (await entries()).find((skill) => skill.uri === uri),
      read: (uri) => {
        const text = texts.get(uri)
        return Promise.resolve(text === undefined ? undefined : { text, mimeType: MARKDOWN })
      },
    },
  })
}
