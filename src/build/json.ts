/**
 * A JSON document of the build that no operation describes.
 */
import type { APIRoute } from 'astro'

/** @param produce yields the document; the parameters are those of the path */
export function jsonDocument(
  produce: (params: Record<string, string | undefined>) => Promise<unknown> | unknown,
): APIRoute {
  return async ({ params }) =>
    new Response(`${JSON.stringify(await produce(params), null, 2)}\n`, {
      headers: { 'Content-Type': 'application/json' },
    })
}
