/** The stylesheet of the desk, at an address that functions know: the site's look, and what the desk adds. */
import type { APIRoute } from 'astro'
import desk from '../styles/desk.css?raw'
import site from '../styles/site.css?raw'

export const GET: APIRoute = () => new Response(`${site}\n${desk}`, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
