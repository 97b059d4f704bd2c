/** The tool that says what the caller's token is good for. */
import * as z from 'zod'
import { ALL_SCOPES } from '../agents/scope.ts'
import type { Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { factsOf, READS, tool, toolResult } from './tool.ts'

/** The description of the tool also describes these. */
const Access = z.object({
  registered: z.boolean(),
  claimed: z.boolean(),
  scopes: z.array(z.enum(ALL_SCOPES)),
  expires_at: z.string().optional(),
  guide: z.url(),
})

export const accessTool = ({ base }: Service) =>
  tool({
    name: 'get_agent_access',
    operation: 'getAgent',
    offer: 'agents',
    hints: READS,
    input: z.strictObject({}),
    output: factsOf(Access),
    run: (_input, { agent }) =>
      Promise.resolve(
        toolResult({
          registered: agent !== undefined,
          claimed: agent?.claimed ?? false,
          scopes: agent?.scopes ?? [],
          ...(agent && { expires_at: agent.expiresAt }),
          guide: base + PATHS.authGuide,
        }),
      ),
  })
