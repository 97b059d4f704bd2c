/**
 * Preloaded into a command of the project: what it asks of Netlify's API about Blobs goes to the emulator on this machine.
 * Its address stands in `BLOBS_EMULATOR`.
 */
const { fetch } = globalThis
/** The keys of a store. Here the emulator forgets the prefix, so its other address for the same is asked. */
const LIST = /^\/api\/v1\/blobs(\/[^/]+\/[^/]+)$/

globalThis.fetch = (resource, init) => {
  const { origin, pathname, search } = new URL(resource instanceof Request ? resource.url : resource)
  if (origin !== 'https://api.netlify.com') return fetch(resource, init)
  return fetch(new URL(pathname.replace(LIST, '$1') + search, process.env.BLOBS_EMULATOR), init)
}
