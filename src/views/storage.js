/**
 * The browser may deny access to storage; then nothing is kept, and everything else still works.
 * @param {'localStorage' | 'sessionStorage'} kind
 */
export const withStorage = (kind, use) => {
  try {
    return use(globalThis[kind])
  } catch {
    return null
  }
}
