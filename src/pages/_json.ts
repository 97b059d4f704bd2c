/**
 * A JSON document of the build that no operation describes.
 */
import type { APIRoute } from 'astro'

/** @param produce yields the document */
export function jsonDocument(produce: () => Promise<unknown> | unknown): APIRoute {
  return async () => new Response(`${JSON.stringify(await produce(), null, 2)}\n`, { headers: { 'Content-Type': 'application/json' } })
}
