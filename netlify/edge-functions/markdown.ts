import { NOT_FOUND_TWIN, twinOf } from '../../src/contract/documents/markdown-path.ts'
import { prefersMarkdown } from '../../src/http/accept.ts'

/** What Netlify hands to an edge function, as far as it is used. */
interface Context {
  next(request?: Request): Promise<Response>
}

/** Answers a page's address with its twin in Markdown where that is preferred; everything else goes on as it came. */
export default async (request: Request, context: Context): Promise<Response> => {
  const ask = (path: string) => context.next(new Request(new URL(path, request.url), request))
  const preferred = prefersMarkdown(request.headers.get('accept'))
  const twin = twinOf(new URL(request.url).pathname)
  const found = twin && preferred ? await ask(twin) : await context.next()
  const missing = found.status === 404
  const shown = missing && preferred ? await ask(`/${NOT_FOUND_TWIN}`) : found
  const answer = new Response(shown.body, {
    status: found.status,
    statusText: found.statusText,
    headers: shown.headers,
  })
  if (twin || missing) answer.headers.append('Vary', 'Accept')
  return answer
}

export const config = {
  path: ['/', '/*/'],
  method: ['GET', 'HEAD'],
  excludedPath: [
    '/api/*',
    '/agent/*',
    '/oauth/*',
    '/.well-known/*',
    '/thanks/*',
    '/claim/*',
    '/desk/*',
    '/es/thanks/*',
    '/es/claim/*',
  ],
}
