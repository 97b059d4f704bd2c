/** The tools of `/mcp`, and arguments with which each succeeds, but for those that need an inquiry that was sent. */
import { AGENT_WORDS, type ToolName } from '../../src/words.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

export const TOOL_NAMES = Object.keys(AGENT_WORDS.tools) as ToolName[]

type NeedsInquiry = 'get_inquiry_status' | 'answer_inquiry'

export const TOOL_CALLS: Readonly<
  Record<Exclude<ToolName, NeedsInquiry>, Record<string, unknown>> & Partial<Record<NeedsInquiry, undefined>>
> = {
  get_firm_overview: {},
  list_practice_areas: {},
  get_practice_area: { id: 'animal_law' },
  list_faq: {},
  get_service_status: {},
  preview_inquiry: VALID_INQUIRY,
  submit_inquiry: { ...VALID_INQUIRY, confirmed: true },
  get_agent_access: {},
}
