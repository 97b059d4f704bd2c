/**
 * The e-mail address of the person who has just sent the form, for the page that thanks: in a cookie of minutes, sealed, which
 * the browser sends to that page only. So the address stands in no URL and no log, and others who have the reference do not see it.
 */
import * as z from 'zod'
import { MINUTE_SECONDS, SECOND_MS } from '../duration.ts'
import { cookieOf } from '../http/cookie.ts'
import { type Language, pathIn } from '../language.ts'
import type { Clock, TokenKeys } from '../ports.ts'
import { unsealAs } from '../unseal.ts'

const NAME = '__Secure-sent'
const PURPOSE = 'sent-address'
const LIFETIME_SECONDS = 10 * MINUTE_SECONDS

const Sent = z.object({ reference: z.string(), email: z.string(), until: z.number() })

interface SentPorts {
  keys: TokenKeys
  clock: Clock
}

/**
 * @param path of the page that thanks, in English
 * @returns a Set-Cookie for that page in each language of the site
 */
export async function sentCookies(
  { keys, clock, languages }: SentPorts & { languages: readonly Language[] },
  sent: { reference: string; email: string },
  path: string,
): Promise<string[]> {
  const until = clock.now().getTime() + LIFETIME_SECONDS * SECOND_MS
  const sealed = await keys.seal(PURPOSE, { ...sent, until } satisfies z.infer<typeof Sent>)
  const attributes = `Max-Age=${LIFETIME_SECONDS}; Secure; HttpOnly; SameSite=Strict`
  return languages.map((language) => `${NAME}=${sealed}; Path=${pathIn(language, path)}; ${attributes}`)
}

/** @returns the address given with this inquiry; undefined when this browser did not send it within the last minutes */
export async function readSentEmail(
  { keys, clock }: SentPorts,
  request: Request,
  reference: string,
): Promise<string | undefined> {
  const sent = await unsealAs(Sent, keys, PURPOSE, cookieOf(request, NAME) ?? '')
  return sent?.reference === reference && clock.now().getTime() < sent.until ? sent.email : undefined
}
