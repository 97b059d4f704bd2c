import type { APIRoute } from 'astro'
import { llmsFullTxt } from '../contract/llms-txt.ts'
import { getSite } from './_site.ts'

export const GET: APIRoute = async () => new Response(llmsFullTxt(await getSite()))
