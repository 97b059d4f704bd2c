/** `/.well-known/jwks.json` (RFC 7517). It is not a static file, because the keys come from the host's environment. */
import { apiEndpoint, type Handler } from '../http/endpoint.ts'
import { json } from '../http/respond.ts'
import { sha256 } from '../keys/hashes.ts'

const MAX_AGE_SECONDS = 300

const getJwks: Handler = async (request, _caller, { keys }) => {
  const headers = {
    'Content-Type': 'application/jwk-set+json',
    'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
    ETag: `"${sha256(JSON.stringify(keys.jwks))}"`,
  }
  const response = json(200, keys.jwks, headers)
  for (const name of ['Pragma', 'Netlify-CDN-Cache-Control']) response.headers.delete(name)
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? []
  const isUnchanged = known.some((tag) => tag.replace(/^W\//, '') === headers.ETag)
  return isUnchanged ? new Response(null, { status: 304, headers: response.headers }) : response
}

export const jwks = apiEndpoint({ GET: getJwks })
