/** The page of an assistant that shows one window, with the host side of the library that defines such windows. Bundled by its test. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

type ToolResult = Parameters<AppBridge['sendToolResult']>[0]

declare global {
  interface Window {
    /** The window asked to open these addresses, and to pass these texts to the model. */
    links: string[]
    contexts: string[]
    callServer(params: unknown): Promise<ToolResult>
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
