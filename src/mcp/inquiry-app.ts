/**
 * The inquiry is shown in an assistant's window (MCP Apps, SEP-1865). The token of the Send button is in `_meta`, which windows get and
 * models do not: an inquiry sent with it was confirmed by a click.
 */
import type { McpServer } from '@modelcontextprotocol/server'
import { noticesOf } from '../firm/notices.ts'
import { suggestionFor } from '../inquiries/typing-slip.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Service } from '../service/service.ts'
import { INQUIRY_APP_FILE } from '../site.ts'
import { personFacts } from '../service/submit-inquiry.ts'
import { fill, WORDS } from '../words.ts'
import { shownRows } from './inquiry-confirmation.ts'
import { CACHE } from './tool.ts'

const URI = 'ui://front-desk/inquiry'
const HTML = 'text/html;profile=mcp-app'
export const APP_OF_TOOL = { ui: { resourceUri: URI } }

/** The window has the language that the inquiry asks for. @param token for the Send button */
export async function windowOf(service: Service, inquiry: AnyInquiryRequest, token: string) {
  const { language, firm } = await personFacts(service, inquiry)
  const { title, question, ...words } = WORDS[language].window
  const { emailSuggestion } = suggestionFor(inquiry.email)
  return {
    'front-desk/inquiry': {
      language,
      title: `${title} ${firm.name}`,
      rows: await shownRows(service, inquiry),
      ...(emailSuggestion !== undefined && { question: fill(question, { email: emailSuggestion }) }),
      notices: noticesOf('preview', firm.notices),
      words,
      token,
    },
  }
}

export function registerInquiryApp(server: McpServer, { published }: Service): void {
  const about = {
    title: 'The inquiry, to read and send',
    description: 'A window with the text, the notices and a Send button.',
    mimeType: HTML,
    cacheHint: CACHE,
  }
  server.registerResource('inquiry-app', URI, about, async () => ({
    contents: [
      {
        uri: URI,
        mimeType: HTML,
        text: await published.read(INQUIRY_APP_FILE),
        _meta: { ui: { prefersBorder: true } },
      },
    ],
  }))
}
