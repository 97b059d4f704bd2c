/**
 * Wraps pages that decrypt inquiries. Without the private key of the inbox they show which setting is missing.
 */
import { html } from 'hono/html'
import { SettingsError } from '../settings.ts'
import type { StaffInbox } from '../ports.ts'
import type { DeskAnswer, DeskContext, DeskPage } from './page.ts'

/** Input of a page that decrypts inquiries. */
export type InboxContext = DeskContext & { inbox: StaffInbox }

/** Calls the page with the inbox, or shows that the private key is missing. */
export function withInbox(page: (context: InboxContext) => Promise<DeskAnswer>): DeskPage {
  return async (context) => {
    let inbox: StaffInbox | undefined
    try {
      inbox = await context.service.staffInbox?.()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      return inboxUnavailable(error.message)
    }
    return inbox ? page({ ...context, inbox }) : inboxUnavailable('The private key of the inbox is not set.')
  }
}

const inboxUnavailable = (reason: string): DeskAnswer => ({
  title: 'The inquiries cannot be opened',
  status: 503,
  content: html`<p role="alert"><strong>${reason}</strong></p>
    <p>Inquiries are stored encrypted. To read them here, set <code>FRONT_DESK_INBOX_PRIVATE_KEY</code> to the private key that <code>npm run keys</code> printed, and start the service again (on Netlify: deploy again). Nothing is lost meanwhile.</p>`,
})
