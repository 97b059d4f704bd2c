import type { APIRoute } from 'astro'
import { icon, ICON_RADIUS } from '../build/icon.ts'
import { getIconOf } from '../build/logo.ts'

export const GET: APIRoute = async () =>
  new Response(icon(await getIconOf(), ICON_RADIUS), { headers: { 'Content-Type': 'image/svg+xml' } })
