import type { APIRoute } from 'astro'
import { llmsFullTxt } from '../contract/documents/llms-txt.ts'
import { getSite } from '../build/site-texts.ts'

export const GET: APIRoute = async () => new Response(llmsFullTxt(await getSite()))
