import type { Config, Context } from '@netlify/edge-functions'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { prefersMarkdown } from '../../src/http/accept.ts'

/** Without it Netlify takes `If-None-Match` off the request, and no reader ever gets a 304. */
const KEEP_CONDITIONS = { sendConditionalRequest: true }

/**
 * Answers a page's address in Markdown for clients that prefer it: with the page's Markdown file, or with the Markdown
 * text for missing pages. Returns nothing for every other request, which Netlify then handles as if this function were not there.
 */
export default async function markdown(request: Request, context: Context): Promise<Response | undefined> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !prefersMarkdown(request.headers.get('accept'))) return undefined
  const at = (path: string) => new Request(new URL(path, request.url), request)
  const markdownFile = markdownPath(new URL(request.url).pathname)
  const found = markdownFile === undefined ? undefined : await context.next(at(markdownFile), KEEP_CONDITIONS)
  if (found && found.status !== 404) return found
  // A page may have no Markdown file. The request is named again: without it Netlify repeats the one before.
  const page = await context.next(request, KEEP_CONDITIONS)
  if (page.status !== 404) return page
  const notFound = await context.next(at(`/${NOT_FOUND_MARKDOWN}`))
  return new Response(notFound.body, { status: 404, headers: notFound.headers })
}

export const config: Config = {
  path: '/*',
  // Netlify runs it for these requests only: a browser's request for a page never comes here.
  header: { accept: 'markdown' },
  // No `method`: Netlify's list has no HEAD. Files have a dot in their name; the folders are answered by functions.
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
