/**
 * Where to go after signing in: always a page of the desk, so that a crafted link cannot redirect to another site.
 */
import { PATHS } from '../site.ts'

/**
 * @param text the page to return to, from an address or a form; not trusted
 * @param base base address of the service
 * @returns a path below `/desk`; the first page if the text is anything else
 */
export function returnPath(text: string | null, base: string): string {
  if (!text || !URL.canParse(text, base)) return PATHS.desk
  // Parsed as a browser would, which resolves backslashes, dots and control characters, and only then checked.
  const { origin, pathname, search } = new URL(text, base)
  const isDesk = pathname === PATHS.desk || pathname.startsWith(`${PATHS.desk}/`)
  return origin === base && isDesk && !pathname.startsWith(PATHS.deskSignIn) ? pathname + search : PATHS.desk
}

/** Address of the sign-in page that leads back to `to`. */
export const signInPath = (to: string, more: Record<string, string> = {}) =>
  `${PATHS.deskSignIn}?${new URLSearchParams({ ...(to !== PATHS.desk && { to }), ...more })}`.replace(/\?$/, '')
