import type { APIRoute } from 'astro'
import { openapi } from '../contract/openapi.ts'
import { base, getFirm, getPracticeAreas } from '../build/content.ts'

export const GET: APIRoute = async () => Response.json(openapi(base, await getFirm(), await getPracticeAreas()))
