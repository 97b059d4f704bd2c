import { twinOf } from '../../src/contract/twin.ts'
import { prefersMarkdown } from '../../src/server/negotiation.ts'

/** What Netlify hands to an edge function, as far as it is used. */
interface Context {
  next(request?: Request): Promise<Response>
}

/** Answers a page's address with its twin in Markdown where that is preferred; everything else goes on as it came. */
export default async (request: Request, context: Context): Promise<Response> => {
  const twin = twinOf(new URL(request.url).pathname)
  const response = twin && prefersMarkdown(request.headers.get('accept')) ? await context.next(new Request(new URL(twin, request.url), request)) : await context.next()
  const answer = new Response(response.body, response)
  if (twin) answer.headers.append('Vary', 'Accept')
  return answer
}

export const config = {
  path: ['/', '/*/'],
  method: ['GET', 'HEAD'],
  excludedPath: ['/api/*', '/agent/*', '/oauth/*', '/.well-known/*', '/thanks/*', '/claim/*', '/desk/*', '/es/*'],
}
