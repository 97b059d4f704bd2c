/** Skills are instructions that an agent can load, each a small Markdown file. */
import type { Firm } from '../../firm/firm.ts'
import { noticesOf, officeOf } from '../../firm/notices.ts'
import { asSentence, capitalized } from '../../letters.ts'
import { OPTIONAL_FIELDS, REQUIRED_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { listInWords } from '../../language.ts'
import { isOffered, type Offer, type Offering, whenOffered } from '../../offers.ts'
import { API_ROOT, PATHS } from '../../site.ts'
import { nationalTelephone } from '../../telephone.ts'
import { AGENT_WORDS, fill, type ToolName } from '../../words.ts'

/** The skill exists only while the firm offers this. */
const SKILL_OFFERS: Readonly<Record<keyof typeof AGENT_WORDS.skills, Offer>> = {
  'read-about-the-practice': 'always',
  'prepare-and-send-an-inquiry': 'programInquiries',
  'register-and-be-claimed': 'agents',
}

/** `queries` are typical requests of people, which Agentic Resource Discovery (ARD) requires. */
export const SKILLS = Object.entries(AGENT_WORDS.skills).map(([name, words]) => ({
  name,
  offer: SKILL_OFFERS[name as keyof typeof AGENT_WORDS.skills],
  ...words,
}))
type Skill = (typeof SKILLS)[number]

const telephonesInWords = ({ telephone, onCall }: Pick<Firm, 'telephone' | 'onCall'>): string =>
  nationalTelephone(telephone) + (onCall ? `, or when the office is closed ${nationalTelephone(onCall)}` : '')

/** The skill that sends an inquiry also explains the status page. */
function stepsOf({ steps, offer }: Skill, base: string, firm: Firm): string {
  const { sending, namesFirst } = AGENT_WORDS
  const api = base + API_ROOT
  const fields = { required: REQUIRED_FIELDS.join(', '), optional: listInWords(OPTIONAL_FIELDS, 'and') }
  const ways = [
    ...whenOffered(firm, 'apiInquiries', fill(sending.api, { api, ...fields })),
    ...whenOffered(firm, 'mcp', fill(sending.mcp, { mcp: base + PATHS.mcp })),
  ]
  const orTool = isOffered(firm, 'mcp') ? fill(sending.orTool, { tool: 'answer_inquiry' satisfies ToolName }) : ''
  const later = whenOffered(firm, 'statusPage', fill(sending.statusPage, { orTool }))
  const values = {
    api,
    namesFirst,
    numbers: telephonesInWords(firm),
    sending: capitalized(ways.join(' Or ')),
    authGuide: base + PATHS.authGuide,
    identity: base + PATHS.identity,
    token: base + PATHS.token,
    revoke: base + PATHS.revoke,
  }
  return [...steps, ...(offer === 'programInquiries' ? later : [])].map((step) => fill(step, values)).join('\n')
}

export const skillsOf = (firm: Offering): Skill[] => SKILLS.filter(({ offer }) => isOffered(firm, offer))

export const skillPath = (name: string) => `/.well-known/agent-skills/${name}/SKILL.md`

export function skillMd(skill: Skill, base: string, firm: Firm): string {
  const { name, description } = skill
  const title = capitalized(name.replaceAll('-', ' '))
  const [opening, ...rest] = noticesOf('skill', firm.notices)
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${title}\n\n${asSentence(`For ${officeOf(firm)}`)} ${opening}\n\n${[...rest, stepsOf(skill, base, firm)].join('\n\n')}\n`
}

export async function skillsIndex(base: string, firm: Firm) {
  const skills = skillsOf(firm).map(async (skill) => {
    const { name, description } = skill
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(skillMd(skill, base, firm))))
    return {
      name,
      type: 'skill-md',
      description,
      url: base + skillPath(name),
      digest: `sha256:${digest.toString('hex')}`,
    }
  })
  return { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: await Promise.all(skills) }
}
