/** The settings that the pages state, for the functions that go by them. No one can fetch this file: below `/desk` a function answers. */
import type { APIRoute } from 'astro'
import { getFirm, getFirmEntry, getLawyerEntries, SITE_LANGUAGES } from '../../build/content.ts'
import { jsonText } from '../../build/document.ts'
import type { StatedSettings } from '../../firm/published-facts.ts'
import { readRetentionDays } from '../../settings.ts'

export const GET: APIRoute = async () => {
  const [{ notOffered }, { data }, lawyers] = await Promise.all([getFirm(), getFirmEntry(), getLawyerEntries()])
  const names = Object.fromEntries(lawyers.map(({ id, data: { name } }) => [id, name]))
  const stated: StatedSettings = {
    retentionDays: readRetentionDays(process.env),
    languages: SITE_LANGUAGES,
    foldsUnlisted: data.foldsUnlisted ?? true,
    keepsNames: data.keepsNames ?? true,
    consultations: data.consultations && { ...data.consultations, lawyers: names },
    notOffered,
    consultationCost: data.consultationCost,
  }
  return new Response(jsonText(stated), { headers: { 'Content-Type': 'application/json' } })
}
