/**
 * Where to go after signing in: a page of the desk, and nothing else, whatever the address says.
 */
import { PATHS } from '../site.ts'

/**
 * @param text what an address or a form gives as the page to return to
 * @param base base address of the service
 * @returns a path below `/desk`; the first page for everything else
 */
export function returnPath(text: string | null, base: string): string {
  if (!text || !URL.canParse(text, base)) return PATHS.desk
  // Judged as the browser will read it: backslashes, dots and control characters are resolved first.
  const { origin, pathname, search } = new URL(text, base)
  const isDesk = pathname === PATHS.desk || pathname.startsWith(`${PATHS.desk}/`)
  return origin === base && isDesk && !pathname.startsWith(PATHS.deskSignIn) ? pathname + search : PATHS.desk
}

/** The sign-in page that returns to where somebody wanted to go. */
export const signInPath = (to: string, more: Record<string, string> = {}) =>
  `${PATHS.deskSignIn}?${new URLSearchParams({ ...(to !== PATHS.desk && { to }), ...more })}`.replace(/\?$/, '')
