/**
 * JSON documents that the build writes.
 */
import type { APIRoute } from 'astro'
import { OPERATIONS, type SiteOperationId } from '../contract/operations.ts'

/**
 * A document that is the response of an operation. It is validated against the operation's schema: an invalid one fails the build.
 * @param produce returns the document or a promise of it; receives the path parameters
 */
export function document(
  id: SiteOperationId,
  produce: (params: Record<string, string | undefined>) => unknown,
): APIRoute {
  return async ({ params }) => {
    const body = OPERATIONS[id].output.parse(await produce(params))
    return new Response(`${JSON.stringify(body, null, 2)}\n`, { headers: { 'Content-Type': 'application/json' } })
  }
}

/**
 * A JSON document that belongs to no operation.
 * @param produce returns the document or a promise of it; receives the path parameters
 */
export function jsonDocument(produce: (params: Record<string, string | undefined>) => unknown): APIRoute {
  return async ({ params }) =>
    new Response(`${JSON.stringify(await produce(params), null, 2)}\n`, {
      headers: { 'Content-Type': 'application/json' },
    })
}
