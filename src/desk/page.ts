/**
 * What the pages of the desk share: who is signed in, what a page is given, and what it gives back.
 */
import type { html } from 'hono/html'
import type { Service } from '../service/service.ts'

/** Who is signed in. */
export interface SignedIn {
  /** Id of the member of staff, as audit facts bear it. */
  id: string
  name: string
  /** May add and revoke staff, and erase. */
  owner: boolean
  /** To be sent with every form of the desk, as the hidden field `csrf`. */
  csrf: string
}

/** A request to the desk by a signed-in member of staff. Of a POST the origin and the CSRF token have been checked. */
export interface DeskContext {
  service: Service
  member: SignedIn
  /** Id of their session. */
  session: string
  /** The address that was asked for. */
  url: URL
  /** The path of the page below `/desk`, without a slash at the end; '' is the first page. */
  path: string
  /** Values of the `:name` segments of the page's path, decoded. */
  params: Readonly<Record<string, string>>
  /** Fields of a POST; empty for GET. */
  form: URLSearchParams
}

export type Html = ReturnType<typeof html>

/** What a page of the desk gives: HTML inside the frame, a redirect after a form (303), or a finished response such as a CSV. */
export type DeskAnswer = { title: string; content: Html; status?: number } | { redirect: string } | Response

/** A page of the desk. */
export type DeskPage = (context: DeskContext) => Promise<DeskAnswer>

/** One row of the desk's table of pages, `src/desk/routes.ts`. */
export interface DeskRow {
  /** Below `/desk`, like `/inquiries/:reference`; '' is the first page. */
  path: string
  GET?: DeskPage
  POST?: DeskPage
  /**
   * Draws the page of a POST with what its form holds, and says that nothing was done yet: somebody had to sign in first.
   * It changes nothing. Where there is none, nothing that was written can be lost.
   */
  restore?: DeskPage
  /** For owners only. */
  ownersOnly?: boolean
}
