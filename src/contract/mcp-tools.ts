/**
 * The tools of `/mcp` by name, in the order in which clients list them, each with the operation of the API that it performs; undefined
 * for a tool that the API has no operation for. `src/mcp/` must have exactly these.
 */
import type { OperationId } from './operations.ts'

export const MCP_TOOLS = {
  get_firm_overview: 'getFirm',
  list_practice_areas: 'listPracticeAreas',
  get_practice_area: 'getPracticeArea',
  list_faq: 'listFaq',
  get_service_status: 'getHealth',
  preview_inquiry: undefined,
  submit_inquiry: 'createInquiry',
  get_inquiry_status: 'getInquiryStatus',
  answer_inquiry: 'answerInquiry',
  get_agent_access: 'getAgent',
} as const satisfies Record<string, OperationId | undefined>

export type ToolName = keyof typeof MCP_TOOLS

export const TOOL_NAMES = Object.keys(MCP_TOOLS) as ToolName[]
