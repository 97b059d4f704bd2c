import type { APIRoute } from 'astro'
import { llmsTxt } from '../contract/llms-txt.ts'
import { getSite } from './_site.ts'

export const GET: APIRoute = async () => new Response(llmsTxt(await getSite()))
