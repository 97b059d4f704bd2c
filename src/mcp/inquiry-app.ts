/**
 * The inquiry in an assistant's window (MCP Apps, SEP-1865, extension `io.modelcontextprotocol/ui`): the text as it will be sent, the
 * notices and a Send button. The token of that button is in `_meta`, which windows get and models do not, so an inquiry sent with it
 * was confirmed by a click.
 */
import type { McpServer } from '@modelcontextprotocol/server'
import { noticesOf } from '../firm/notices.ts'
import { suggestionFor } from '../inquiries/email-slip.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Language } from '../language.ts'
import type { Service } from '../service/service.ts'
import { INQUIRY_APP_FILE } from '../site.ts'
import { personFacts } from '../service/person-facts.ts'
import { shownRows } from './shown-inquiry.ts'
import { about } from './resources.ts'

const URI = 'ui://front-desk/inquiry'
const HTML = 'text/html;profile=mcp-app'
/** Of the tool whose result the window shows. */
export const APP_OF_TOOL = { ui: { resourceUri: URI } }

/** Of the window. */
export const WINDOW_WORDS: Readonly<Record<Language, Record<string, string>>> = {
  en: {
    title: 'This will be sent to',
    question: 'Did you mean {email}?',
    send: 'Send it to the firm',
    sending: 'Sending…',
    failed: 'It could not be sent from this window. Say yes in the chat instead, or press again.',
    change: 'Not right? Tell your assistant what to change.',
    sent: 'Sent to the firm',
    reference: 'Reference',
    status: 'Your private page: where it stands',
    receipt: 'Signed receipt',
  },
  es: {
    title: 'Esto se enviará a',
    question: '¿Quiso escribir {email}?',
    send: 'Enviarlo al bufete',
    sending: 'Enviando…',
    failed: 'No se pudo enviar desde esta ventana. Diga que sí en el chat o pulse otra vez.',
    change: '¿Algo no está bien? Diga a su asistente qué debe cambiar.',
    sent: 'Enviado al bufete',
    reference: 'Número de referencia',
    status: 'Su página privada: cómo va su mensaje',
    receipt: 'Confirmación firmada',
  },
}

/** What the window shows of a previewed inquiry, in the language that it asks for. @param token of the Send button */
export async function windowOf(service: Service, inquiry: AnyInquiryRequest, token: string) {
  const { language, firm } = await personFacts(service, inquiry)
  const { title, question, ...words } = WINDOW_WORDS[language]
  const { emailSuggestion } = suggestionFor(inquiry.email)
  return {
    'front-desk/inquiry': {
      language,
      title: `${title} ${firm.name}`,
      rows: await shownRows(service, inquiry),
      ...(emailSuggestion !== undefined && { question: question?.replace('{email}', () => emailSuggestion) }),
      notices: noticesOf('preview', firm.notices),
      words,
      token,
    },
  }
}

/** The page of the window. It needs no network, which its policy says too. */
export function registerInquiryApp(server: McpServer, { published }: Service): void {
  const shown = about('The inquiry, to read and send', 'A window with the text, the notices and a Send button.', HTML)
  server.registerResource('inquiry-app', URI, shown, async () => ({
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
