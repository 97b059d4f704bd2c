import type { APIRoute } from 'astro'
import { getEmblem } from '../build/emblem.ts'
import { icon, ICON_RADIUS } from '../build/icon.ts'

export const GET: APIRoute = async () =>
  new Response(icon(await getEmblem(), ICON_RADIUS), { headers: { 'Content-Type': 'image/svg+xml' } })
