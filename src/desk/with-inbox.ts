/**
 * Pages that open what was sent: they need the private key of the inbox, and where there is none they say what to set.
 */
import { html } from 'hono/html'
import { SettingsError } from '../settings.ts'
import type { StaffInbox } from '../ports.ts'
import type { DeskAnswer, DeskContext, DeskPage } from './page.ts'

/** What a page that opens inquiries is given: the inbox too. */
export type InboxContext = DeskContext & { inbox: StaffInbox }

/** Gives a page the inbox, or answers for it. */
export function withInbox(page: (context: InboxContext) => Promise<DeskAnswer>): DeskPage {
  return async (context) => {
    let inbox: StaffInbox | undefined
    try {
      inbox = await context.service.staffInbox?.()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      return inboxUnavailable(error.message)
    }
    return inbox
      ? page({ ...context, inbox })
      : inboxUnavailable('The desk was not given the private key of the inbox.')
  }
}

const inboxUnavailable = (reason: string): DeskAnswer => ({
  title: 'The inquiries cannot be opened',
  status: 503,
  content: html`<p role="alert"><strong>${reason}</strong></p>
    <p>Inquiries are stored encrypted. To read them here, set <code>FRONT_DESK_INBOX_PRIVATE_KEY</code> to the private key that <code>npm run keys</code> printed, and start the service again (on Netlify: deploy again). Nothing is lost meanwhile.</p>`,
})
