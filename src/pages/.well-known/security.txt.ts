import type { APIRoute } from 'astro'
import { securityTxt } from '../../contract/llms-txt.ts'
import { base, getFirm } from '../_content.ts'

export const GET: APIRoute = async () => new Response(securityTxt(base, await getFirm(), new Date()))
