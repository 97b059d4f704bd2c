/**
 * `/desk/sign-in/passkey`: what the script of the sign-in page hands to the browser's API. No session is needed, and nothing is
 * stored: a challenge is of use only to the holder of a passkey.
 */
import { methodNotAllowed } from '../http/endpoint.ts'
import { PAGE_HEADERS } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { signInOptions } from '../staff/passkey-ceremony.ts'

export const PASSKEY_OPTIONS_PATH = `${PATHS.deskSignIn}/passkey`

/** @throws Problem `method-not-allowed` */
export async function passkeyOptions({ method }: Request, service: Service): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
  return deskJson(await signInOptions(service))
}

/** JSON for the script of the desk: not cached, and unlike that of public endpoints not readable by other sites. */
export const deskJson = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...PAGE_HEADERS, 'Content-Type': 'application/json' } })
