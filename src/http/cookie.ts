/**
 * Cookies of a request (RFC 6265 section 4.2).
 */

/** @returns the value of the cookie, or undefined when the browser sent none or an empty one */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}
