/** The favicon: a heron's neck over water, in the two colors of the site. */
import type { APIRoute } from 'astro'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0B5A52"/><path d="M20 6c-4 0-6 2-6 5s3 5 3 8-2 4-5 4M20 6l6 2-6 1M7 26h18" fill="none" stroke="#FAF8F3" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`

export const GET: APIRoute = () => new Response(SVG, { headers: { 'Content-Type': 'image/svg+xml' } })
