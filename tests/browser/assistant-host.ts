/** The page of an assistant that shows one window, with the host side of the library that defines such windows. Bundled by its test. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

type ToolResult = Parameters<AppBridge['sendToolResult']>[0]

declare global {
  interface Window {
    /** What the window asked for: addresses to open, and what to tell the model. */
    links: string[]
    contexts: string[]
    /** Calls a tool of the server, outside of the page. */
    callServer(params: unknown): Promise<ToolResult>
    /** @param result of the tool whose window it is */
    showWindow(html: string, result: unknown): Promise<void>
  }
}

window.links = []
window.contexts = []
window.showWindow = async (html, result) => {
  const frame = document.querySelector('iframe')
  if (!frame?.contentWindow) throw new Error('no frame')
  const capabilities = { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } }
  const bridge = new AppBridge(null, { name: 'Assistant', version: '1' }, capabilities)
  bridge.oncalltool = (params) => window.callServer(params)
  bridge.onopenlink = ({ url }) => {
    window.links.push(url)
    return Promise.resolve({})
  }
  bridge.onupdatemodelcontext = ({ content = [] }) => {
    window.contexts.push(...content.map((part) => (part.type === 'text' ? part.text : '')))
    return Promise.resolve({})
  }
  bridge.addEventListener('sizechange', ({ height }) => {
    frame.height = String(height)
  })
  bridge.addEventListener('initialized', () => {
    void bridge.sendToolInput({ arguments: {} })
    void bridge.sendToolResult(result as ToolResult)
  })
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
}
