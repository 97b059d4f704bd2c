/**
 * The tools of `/mcp` by name, each with the operation of the API that it performs. `src/mcp/` must have exactly these.
 */
import type { OperationId } from './operations.ts'

interface McpTool {
  /** Undefined for a tool that the API has no operation for. */
  operation: OperationId | undefined
}

/** In the order in which clients list them. */
export const MCP_TOOLS = {
  get_firm_overview: { operation: 'getFirm' },
  list_practice_areas: { operation: 'listPracticeAreas' },
  get_practice_area: { operation: 'getPracticeArea' },
  list_faq: { operation: 'listFaq' },
  get_service_status: { operation: 'getHealth' },
  preview_inquiry: { operation: undefined },
  submit_inquiry: { operation: 'createInquiry' },
  get_inquiry_status: { operation: 'getInquiryStatus' },
  get_agent_access: { operation: 'getAgent' },
} as const satisfies Record<string, McpTool>

export type ToolName = keyof typeof MCP_TOOLS

export const TOOL_NAMES = Object.keys(MCP_TOOLS) as ToolName[]
