/** The skills of the site on `/mcp`, by the extension `io.modelcontextprotocol/skills` (SEP-2640). Their texts are those of the site. */
import { SkillsExtension, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { skillMd, skillsOf } from '../contract/documents/skills.ts'
import { once } from '../remembered.ts'
import type { Service } from '../service/service.ts'
import { CACHE } from './tool.ts'

const SKILL_FILE = 'SKILL.md'

/** @returns the extension, which serves the skills on any number of servers */
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
        return Promise.resolve(text === undefined ? undefined : { text, mimeType: 'text/markdown' })
      },
    },
  })
}
