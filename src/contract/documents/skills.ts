/** Skills: instructions that an agent can load, each a small Markdown file. The index has the digest of each file's bytes. */
import type { Firm } from '../../firm/firm.ts'
import { noticesOf, officeOf } from '../../firm/notices.ts'
import { asSentence, capitalized } from '../../letters.ts'
import { NAMES_FIRST } from '../../inquiries/inquiry-request.ts'
import { OPTIONAL_FIELDS, REQUIRED_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { listInWords } from '../../language.ts'
import { isOffered, type Offer, type Offering, whenOffered } from '../../offers.ts'
import { API_ROOT, PATHS } from '../../site.ts'
import type { ToolName } from '../mcp-tools.ts'

interface Skill {
  /** What it belongs to: without that, it is not there. */
  offer: Offer
  /** Lower-case words joined by hyphens. */
  name: string
  /** What it does, and when to use it. */
  description: string
  /** Words by which a catalog sorts it. */
  tags: readonly string[]
  /** What a person asks for when it fits: two to five, as ARD wants them. */
  queries: readonly string[]
  /** The instructions, after the heading. */
  steps(base: string, firm: Offering): string
}

export const SKILLS: readonly Skill[] = [
  {
    offer: 'always',
    name: 'read-about-the-practice',
    description:
      'Find out what the law practice does, where it is, its hours and its answers to common questions. Use it when someone asks about the firm or whether it handles a matter.',
    tags: ['law', 'Florida', 'facts'],
    queries: ['Does this law firm handle my kind of matter?', 'When is the law office open?', 'Where is the office?'],
    steps: (base) => `1. Fetch ${base}${API_ROOT}/firm for name, address, telephone, hours and notices.
2. Fetch ${base}${API_ROOT}/practice-areas and choose the area that fits; fetch the same address followed by a slash and its id for the full text.
3. Fetch ${base}${API_ROOT}/faq for questions and answers.
4. Name your source. It is general information, not legal advice; do not add any advice.`,
  },
  {
    offer: 'programInquiries',
    name: 'prepare-and-send-an-inquiry',
    description:
      'Write a request for a consultation with a person and send it to the firm after a clear yes. Use it when someone wants to contact the law practice.',
    tags: ['law', 'Florida', 'consultation'],
    queries: ['Ask this law firm for a consultation', 'Help me write to a lawyer'],
    steps: (
      base,
      firm,
    ) => `1. If someone was arrested, has been served, is in danger or has a deadline soon: tell the person to call. Do not write.
2. ${NAMES_FIRST} So ask for name, e-mail address or telephone number, the county, any court date or deadline, the name of the other side, whether a lawyer already represents them in this matter, whether they write for themselves, and whether mail and calls are safe for them. Leave out account numbers, social security numbers and documents; after an arrest or a charge, also what happened.
3. Show the person the exact text and the notices from ${base}${API_ROOT}/firm, and ask for a clear yes.
4. ${capitalized(waysToSend(base, firm).join(' Or '))}
5. Show the person the reference and the notice in the response. A sent inquiry cannot be read back.${afterSending(firm)}`,
  },
  {
    offer: 'agents',
    name: 'register-and-be-claimed',
    description:
      'Register as an agent, have a person vouch for you, get and revoke access tokens. Use it when the firm should know that a person allowed you to write.',
    tags: ['law', 'identity', 'OAuth'],
    queries: ['Register as an agent with this law firm', 'Confirm that my assistant may write to the firm for me'],
    steps: (base) => `1. Read ${base}${PATHS.authGuide}; each of its commands can be run as written.
2. POST ${base}${PATHS.identity} with {"type":"anonymous"}, or with {"type":"service_auth","login_hint":"the person's e-mail address"}.
3. Show the person the code and the address, then poll ${base}${PATHS.token} at most every five seconds.
4. Send the access token with your requests. Revoke at ${base}${PATHS.revoke} when the person no longer wants you to act for them.`,
  },
]

/** How a program sends, as sentences: at least one. */
const waysToSend = (base: string, firm: Offering): string[] => [
  ...whenOffered(
    firm,
    'apiInquiries',
    `POST ${base}${API_ROOT}/inquiries with ${REQUIRED_FIELDS.join(', ')}, and, if you have them, ${listInWords(OPTIONAL_FIELDS, 'and')}, as JSON, with an Idempotency-Key header.`,
  ),
  ...whenOffered(
    firm,
    'mcp',
    `use the tools preview_inquiry and submit_inquiry at ${base}${PATHS.mcp}, for which an e-mail address or a telephone number is enough.`,
  ),
]

/** What comes later at the private address, as numbered steps. */
function afterSending(firm: Offering): string {
  const orTool = (name: ToolName) => (isOffered(firm, 'mcp') ? ` (or call ${name})` : '')
  return [
    ...whenOffered(
      firm,
      'statusPage',
      `\n6. When they ask, read \`status_url\` with Accept: application/json. While its \`next.what\` is \`answer\`, the firm asked the person something by e-mail. Show them the exact answer, and after a clear yes POST {"answer":"…"} to the same address${orTool('answer_inquiry')}. It is not confidential until a lawyer of the firm has agreed to that.`,
    ),
    ...whenOffered(
      firm,
      'talks',
      `\n7. While it has \`times\`, the firm offers a talk. Let the person choose one, and POST {"time":"its id"} to the same address${orTool('choose_time')}. It makes no client and stops no deadline.`,
    ),
  ].join('')
}

export const skillsOf = (firm: Offering): Skill[] => SKILLS.filter(({ offer }) => isOffered(firm, offer))

export const skillPath = (name: string) => `/.well-known/agent-skills/${name}/SKILL.md`

export function skillMd({ name, description, steps }: Skill, base: string, firm: Firm): string {
  const title = capitalized(name.replaceAll('-', ' '))
  const [opening, ...rest] = noticesOf('skill', firm.notices)
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${title}\n\n${asSentence(`For ${officeOf(firm)}`)} ${opening}\n\n${[...rest, steps(base, firm)].join('\n\n')}\n`
}

/** The index of the skills, with the SHA-256 of each file. */
export async function skillsIndex(base: string, firm: Firm) {
  const skills = await Promise.all(
    skillsOf(firm).map(async (skill) => {
      const digest = Buffer.from(
        await crypto.subtle.digest('SHA-256', Buffer.from(skillMd(skill, base, firm))),
      ).toString('hex')
      return {
        name: skill.name,
        type: 'skill-md',
        description: skill.description,
        url: base + skillPath(skill.name),
        digest: `sha256:${digest}`,
      }
    }),
  )
  return { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills }
}
