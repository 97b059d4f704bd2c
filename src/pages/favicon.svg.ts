import type { APIRoute } from 'astro'
import { icon } from '../build/icon.ts'

export const GET: APIRoute = () => new Response(icon(12), { headers: { 'Content-Type': 'image/svg+xml' } })
