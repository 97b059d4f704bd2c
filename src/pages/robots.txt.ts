import type { APIRoute } from 'astro'
import { robotsTxt } from '../contract/llms-txt.ts'
import { base } from './_content.ts'

export const GET: APIRoute = () => new Response(robotsTxt(base))
