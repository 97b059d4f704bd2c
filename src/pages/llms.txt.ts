import type { APIRoute } from 'astro'
import { llmsTxt } from '../contract/documents/llms-txt.ts'
import { getSite } from '../build/site-texts.ts'

export const GET: APIRoute = async () => new Response(llmsTxt(await getSite()))
