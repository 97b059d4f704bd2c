/**
 * What `/mcp` offers: the firm's tools, resources and prompts, and the servers of the protocol library that have them.
 */
import { McpServer, type McpServerOptions } from '@modelcontextprotocol/server'
import { MCP_CAPABILITIES, serverCard } from '../contract/documents/catalogs.ts'
import type { Service } from '../service/service.ts'
import { openConfirmation } from './inquiry-confirmation.ts'
import { instructionsOf } from './instructions.ts'
import { CACHE, promptSchemas, registerPrompts, registerResources } from './resources.ts'
import { skillsExtension } from './skills-extension.ts'
import { offerTools } from './tools.ts'

/** Methods that need only the tools, only the resources or only the prompts. */
const ONE_KIND = /^(tools|resources|prompts)\//

/**
 * Registers tools, resources and prompts. Schemas are made once per service; the returned function registers them on a server,
 * and may skip what `method` does not need. Without a method it registers all.
 */
export type McpOffer = (service: Service) => (server: McpServer, method?: string) => void

export const firmOffer: McpOffer = (service) => {
  const registerTools = offerTools(service)
  const prompts = promptSchemas(service)
  const skills = skillsExtension(service)
  return (server, method = '') => {
    const isOf = (kind: string) => method.startsWith(kind) || !ONE_KIND.test(method)
    if (isOf('tools/')) registerTools(server)
    if (isOf('resources/')) {
      registerResources(server, service)
      skills.attach(server)
    }
    if (isOf('prompts/')) registerPrompts(server, service, prompts)
  }
}

/** Makes a server. @param method the only one that it will be asked; all if left out */
export type MakeServer = (method?: string, options?: Pick<McpServerOptions, 'supportedProtocolVersions'>) => McpServer

export function serverMaker(service: Service, offer: McpOffer): MakeServer {
  const register = offer(service)
  // Must be the same as in the published server card.
  const { name, title, version, websiteUrl, icons } = serverCard(service.base, service.firm)
  const info = { name, title, version, websiteUrl, icons }
  return (method, options) => {
    const server = new McpServer(info, {
      ...options,
      instructions: instructionsOf(service),
      capabilities: MCP_CAPABILITIES,
      cacheHints: {
        'tools/list': CACHE,
        'resources/list': CACHE,
        'resources/templates/list': CACHE,
        'prompts/list': CACHE,
        'server/discover': CACHE,
      },
      inputRequired: { legacyShim: false },
      requestState: { verify: (state) => verifyState(service, state) },
    })
    register(server, method)
    return server
  }
}

/** @throws when the state was not sealed here or is too old: the library then responds with -32602 */
async function verifyState(service: Service, state: string) {
  const confirmation = await openConfirmation(service, state)
  if (!confirmation) throw new Error('The state is forged or too old')
  return confirmation
}
