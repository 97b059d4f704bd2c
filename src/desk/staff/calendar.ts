/** The calendar of the talks, to which a member of staff subscribes by a secret address, and the part of their own page about it. */
import { html } from 'hono/html'
import { type Handler, pageEndpoint } from '../../http/endpoint.ts'
import { page } from '../../http/respond.ts'
import { isOffered } from '../../offers.ts'
import { Problem } from '../../problem.ts'
import { consumeRateLimit } from '../../service/rate-limit.ts'
import type { Service } from '../../service/service.ts'
import { talkCalendar } from '../../service/talk-calendar.ts'
import { findByCalendarAddress, hasCalendarAddress } from '../../staff/calendar-address.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields } from '../ui.ts'

const showCalendar: Handler = async (request, caller, service) => {
  await consumeRateLimit('calendar', caller, service)
  const member = await findByCalendarAddress(service, new URL(request.url).pathname)
  if (!member) throw new Problem('not-found', { detail: 'There is no calendar at this address any more.' })
  return page(200, await talkCalendar(service, member), { 'Content-Type': 'text/calendar; charset=utf-8' })
}

export const calendar = pageEndpoint({ GET: showCalendar })

/** Nothing where no talks are offered. @param action the member's own page */
export async function calendarForms(service: Service, member: SignedIn, action: string): Promise<Html | string> {
  if (!isOffered(service.firm, 'talks')) return ''
  const hasAddress = await hasCalendarAddress(service, member.id)
  const formOf = (what: string, label: string) => html`<form method="post" action="${action}" class="form">
    ${hiddenFields(member, { what })}
    <button type="submit" class="quiet">${label}</button>
  </form>`
  return html`<h2>Talks in your calendar</h2>
    <p>
      Outlook, Google Calendar and Apple Calendar can show the talks: the times, the lawyer and the references, nothing of the
      matter. A lawyer sees their own; other staff see all.
      ${hasAddress ? 'You have a calendar address. It is not stored here, so it cannot be shown again.' : ''}
    </p>
    ${formOf('calendar', hasAddress ? 'Replace the calendar address' : 'Make a calendar address')}
    ${hasAddress ? formOf('no-calendar', 'Take the calendar address back') : ''}`
}

/** The only page that ever shows the address. */
export const newCalendarAddress = (address: string, back: string): Html =>
  html`<p>This address is shown only once. Copy it into your calendar now.</p>
    <p class="key"><code>${address}</code></p>
    <ul>
      <li>Outlook: Add calendar, Subscribe from web.</li>
      <li>Google Calendar: Other calendars, From URL.</li>
      <li>Apple Calendar: File, New Calendar Subscription.</li>
    </ul>
    <p>
      Calendars ask for changes every few hours. Anyone who has the address sees the talks: take it back when you do not need
      it any more.
    </p>
    <p><a href="${back}">Back</a></p>`
