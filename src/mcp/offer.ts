/** What `/mcp` offers: the firm's tools, resources and prompts, and the servers of the protocol library that have them. */
import { McpServer } from '@modelcontextprotocol/server'
import { noticesOf } from '../firm/notices.ts'
import { MCP_CAPABILITIES, serverCard } from '../contract/documents/catalogs.ts'
import type { Service } from '../service/service.ts'
import { AGENT_WORDS, fill } from '../words.ts'
import { registerInquiryApp } from './inquiry-app.ts'
import { openConfirmation } from './inquiry-confirmation.ts'
import { CACHE, promptSchemas, registerPrompts, registerResources, skillsExtension } from './resources.ts'
import { offerTools } from './tools.ts'

/** Makes the schemas of tools, resources and prompts, once per service. What it returns registers them on a server. */
export type McpOffer = (service: Service) => (server: McpServer) => void

export const firmOffer: McpOffer = (service) => {
  const registerTools = offerTools(service)
  const prompts = promptSchemas(service)
  const skills = skillsExtension(service)
  return (server) => {
    registerTools(server)
    registerResources(server, service)
    registerInquiryApp(server, service)
    skills.attach(server)
    registerPrompts(server, service, prompts)
  }
}

/** @returns makes a server of the protocol library that has the offer */
export function serverMaker(service: Service, offer: McpOffer): () => McpServer {
  const register = offer(service)
  // Must be the same as in the published server card.
  const { name, title, version, websiteUrl, icons } = serverCard(service.base, service.firm)
  const info = { name, title, version, websiteUrl, icons }
  return () => {
    const server = new McpServer(info, {
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
    register(server)
    return server
  }
}

/** Instructions for the client's model; at most 600 characters. No one can call a firm that does not exist. */
export function instructionsOf({ firm }: Pick<Service, 'firm'>): string {
  const { sending, urgent } = AGENT_WORDS.instructions
  return [
    ...noticesOf('instructions', firm.notices),
    sending,
    ...(firm.notices.demonstration === undefined ? [fill(urgent, { telephone: firm.telephone })] : []),
  ].join(' ')
}

/** @throws when the state was not sealed here or is too old: the library then responds with -32602 */
async function verifyState(service: Service, state: string) {
  const confirmation = await openConfirmation(service, state)
  if (!confirmation) throw new Error('The state is forged or too old')
  return confirmation
}
