/** Answers for `/desk.js`, which asks how many inquiries came. The answers are made from store keys only, without personal data. */
import { html } from 'hono/html'
import { countReceivedSince } from '../inquiries/record.ts'
import { SECOND_MS } from '../duration.ts'
import type { Clock } from '../ports.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import type { DeskAnswer, DeskContext, DeskPage, Html } from './page.ts'

/** Requested while a member types. It counts as use of the session, like any page. */
export const IN_USE_PATH = `${PATHS.desk}/in-use`
const SINCE_PARAMETER = 'since'
const INTERVAL_MS = 20 * SECOND_MS
const MAX_COUNTED = 99

export const showInUse: DeskPage = async () => new Response(null, { status: 204 })

export function newsRegion({ clock }: { clock: Clock }): Html {
  const address = `${PATHS.desk}/news?${new URLSearchParams({ [SINCE_PARAMETER]: clock.now().toISOString() })}`
  return html`<p role="status" class="news" data-news="${address}" data-every="${INTERVAL_MS}"
    data-list="${PATHS.deskInquiries}?status=new"></p>`
}

export async function showNews({ service, url }: DeskContext): Promise<DeskAnswer> {
  const since = Date.parse(url.searchParams.get(SINCE_PARAMETER) ?? '')
  if (Number.isNaN(since))
    throw new Problem('invalid-request', { detail: `Give ${SINCE_PARAMETER} as a time like 2026-11-21T15:04:05.000Z.` })
  const count = await countReceivedSince(service.store, new Date(since), service.clock.now())
  return Response.json({ count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED })
}
