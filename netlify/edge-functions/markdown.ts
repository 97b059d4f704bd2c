import type { Config, Context } from '@netlify/edge-functions'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { prefersMarkdown } from '../../src/http/accept.ts'

/** Otherwise Netlify removes `If-None-Match`, and no reader ever gets a 304. */
const KEEP_CONDITIONS = { sendConditionalRequest: true }

/** Answers clients that prefer Markdown. Netlify handles a request as usual when this returns nothing. */
export default async function markdown(request: Request, context: Context): Promise<Response | undefined> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !prefersMarkdown(request.headers.get('accept'))) return undefined
  const at = (path: string) => new Request(new URL(path, request.url), request)
  const markdownFile = markdownPath(new URL(request.url).pathname)
  const found = markdownFile === undefined ? undefined : await context.next(at(markdownFile), KEEP_CONDITIONS)
  if (found && found.status !== 404) return found
  // A page may have no Markdown file. Without the argument, Netlify would repeat the request before.
  const page = await context.next(request, KEEP_CONDITIONS)
  if (page.status !== 404) return page
  const notFound = await context.next(at(`/${NOT_FOUND_MARKDOWN}`))
  return new Response(notFound.body, { status: 404, headers: notFound.headers })
}

export const config: Config = {
  path: '/*',
  // Netlify runs it for these requests only: a browser's request for a page never comes here.
  header: { accept: 'markdown' },
  // No `method`: Netlify's list has no HEAD. Files have a dot in their name; functions answer the folders.
  excludedPath: [
    '/*.*',
    '/api/*',
    '/agent/*',
    '/oauth/*',
    '/oauth2/*',
    '/.well-known/*',
    '/mcp',
    '/mcp/*',
    '/desk',
    '/desk/*',
    '/thanks/*',
    '/es/thanks/*',
    '/status/*',
    '/es/status/*',
    '/claim',
    '/claim/*',
    '/es/claim',
    '/es/claim/*',
  ],
  // A fault here must not take a page down.
  onError: 'bypass',
}
