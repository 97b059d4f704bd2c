import type { APIRoute } from 'astro'
import { robotsTxt } from '../contract/documents/llms-txt.ts'
import { base } from '../build/content.ts'

export const GET: APIRoute = () => new Response(robotsTxt(base))
