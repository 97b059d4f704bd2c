import type { APIRoute } from 'astro'
import { authMd } from '../contract/auth-md.ts'
import { base, getFirm, trustList } from './_content.ts'

export const GET: APIRoute = async () =>
  new Response(authMd(base, await getFirm(), trustList), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  })
