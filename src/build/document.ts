/**
 * JSON documents that the build writes.
 */
import type { APIRoute } from 'astro'
import { operationsFor, type SiteOperationId } from '../contract/operations.ts'
import { getTopics } from './content.ts'

/**
 * A document that answers an operation, and is checked against it, so a wrong one fails the build.
 * @param id the operation that the document answers
 * @param produce yields the document, or a promise of it; the parameters are those of the path
 */
export function document(
  id: SiteOperationId,
  produce: (params: Record<string, string | undefined>) => unknown,
): APIRoute {
  return async ({ params }) => {
    const body = operationsFor(await getTopics())[id].output.parse(await produce(params))
    return new Response(`${JSON.stringify(body, null, 2)}\n`, { headers: { 'Content-Type': 'application/json' } })
  }
}

/**
 * A JSON document that no operation describes.
 * @param produce yields the document, or a promise of it; the parameters are those of the path
 */
export function jsonDocument(produce: (params: Record<string, string | undefined>) => unknown): APIRoute {
  return async ({ params }) =>
    new Response(`${JSON.stringify(await produce(params), null, 2)}\n`, {
      headers: { 'Content-Type': 'application/json' },
    })
}
