import type { APIRoute } from 'astro'
import { getEmblem, icon, ICON_RADIUS } from '../build/icon.ts'

export const GET: APIRoute = async () =>
  new Response(icon(await getEmblem(), ICON_RADIUS), { headers: { 'Content-Type': 'image/svg+xml' } })
