/** For functions only: browsers cannot fetch this file, because a function answers `/desk/*`. */
import type { APIRoute } from 'astro'
import { getFirm, getFirmEntry, SITE_LANGUAGES } from '../../build/content.ts'
import { jsonText } from '../../build/document.ts'
import type { StatedSettings } from '../../firm/published-facts.ts'
import { readInboundMail, readRetentionDays } from '../../settings.ts'

export const GET: APIRoute = async () => {
  const [{ notOffered }, { data }] = await Promise.all([getFirm(), getFirmEntry()])
  const stated: StatedSettings = {
    retentionDays: readRetentionDays(process.env),
    languages: SITE_LANGUAGES,
    hidesUnlisted: data.hidesUnlisted ?? true,
    keepsNames: data.keepsNames ?? true,
    notOffered,
    bookingUrl: data.bookingUrl,
    accent: data.accent,
    inboundMail: readInboundMail(process.env),
  }
  return new Response(jsonText(stated), { headers: { 'Content-Type': 'application/json' } })
}
