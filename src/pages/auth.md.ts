import type { APIRoute } from 'astro'
import { authMd } from '../contract/documents/auth-md.ts'
import { base, getFirm, trustList } from '../build/content.ts'

export const GET: APIRoute = async () =>
  new Response(authMd(base, await getFirm(), trustList), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  })
