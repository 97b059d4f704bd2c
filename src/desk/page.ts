/** Input and result of the desk's pages, and the inbox for pages that decrypt inquiries. */
import { html } from 'hono/html'
import type { Service } from '../service/service.ts'
import type { Offer } from '../offers.ts'
import { SettingsError } from '../settings.ts'
import type { Action } from '../staff/audit.ts'
import type { Roles } from '../staff/staff-member.ts'
import type { StaffInbox } from '../ports.ts'
import { wordFor } from '../words.ts'
import words from './words.json' with { type: 'json' }

export interface SignedIn extends Roles {
  id: string
  name: string
  /** Every POST form sends it as the hidden field `csrf`. */
  csrf: string
}

/** Origin and CSRF token of a POST have been checked. */
export interface DeskContext {
  service: Service
  member: SignedIn
  session: string
  url: URL
  /** The path after `/desk`, without a slash at the end; '' is the first page. */
  path: string
  /** Decoded values of the `:name` segments of the path. */
  params: Readonly<Record<string, string>>
  /** Records what the member is about to do. */
  audit(action: Action, subject: string): Promise<void>
  /** Empty for a GET. */
  form: URLSearchParams
}

export type Html = ReturnType<typeof html>

const DID_PARAMETER = 'did'

/** The sentence about what a form did. The address has only the name of the sentence, so a crafted link cannot show other words. */
export const didIn = ({ searchParams }: URL): string | undefined => wordFor(words.did, searchParams.get(DID_PARAMETER))

/** Redirects to a page that says what the form did. */
export function redirectSaying(did: keyof typeof words.did, path: string) {
  return { redirect: `${path}${path.includes('?') ? '&' : '?'}${DID_PARAMETER}=${did}` }
}

/** `redirect` is answered with 303. A `Response`, such as a vCard, has no frame. */
export type DeskAnswer = FramedAnswer | { redirect: string } | Response

export interface FramedAnswer {
  title: string
  /** Shown instead of the title, which must not name who wrote an inquiry, because browsers keep titles in their history. */
  heading?: Html | undefined
  content: Html
  status?: number
  /** True if the page does not show the refused form again. Then the script keeps the typed text. */
  isUnsent?: boolean
}

export type DeskPage = (context: DeskContext) => Promise<DeskAnswer>

export interface DeskRow {
  /** After `/desk`, like `/inquiries/:reference`; '' is the first page. */
  path: string
  GET?: DeskPage
  POST?: DeskPage
  /** A script requests it by itself, so it does not count as use of the session. */
  isUnattended?: boolean
  ownersOnly?: boolean
  /** If the firm does not offer this, `findPage` does not find the page. */
  offer?: Offer
  /** The limit of a form with files; without it, the page accepts no files. Other forms have `MAX_FORM_BYTES`. */
  maxUploadBytes?: number
}

export type InboxContext = DeskContext & { inbox: StaffInbox }

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
    <p>
      Inquiries are stored encrypted. To read them here, set <code>FRONT_DESK_INBOX_PRIVATE_KEY</code> to the private key
      that <code>npm run keys</code> printed, and start the service again (on Netlify: deploy again). Nothing is lost meanwhile.
    </p>`,
})
