import type { APIRoute } from 'astro'
import { securityTxt } from '../../contract/documents/llms-txt.ts'
import { base, getFirm } from '../../build/content.ts'

export const GET: APIRoute = async () => new Response(securityTxt(base, await getFirm(), new Date()))
