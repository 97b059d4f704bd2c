/**
 * `/thanks/{reference}/` does not read the store: a reference gives no access to an inquiry.
 * It links to the status page only if the address has the secret, and shows the e-mail address only in the browser that sent the form.
 */
import { replyBy } from '../inquiries/overdue.ts'
import { fillRegions, fillTitle, LANGUAGE_REGION, languageSwitch } from '../views/region.ts'
import { referenceBox } from '../views/reference-box.ts'
import { WORDS } from '../words.ts'
import { type Language, languageOf, pathIn, englishPath } from '../language.ts'
import { isOffered } from '../offers.ts'
import { parseReference } from '../inquiries/inquiry-id.ts'
import { readStatusCapability, statusPath } from '../inquiries/status-address.ts'
import { NOT_FOUND_PAGE, pageFile, PATHS } from '../site.ts'
import { type Handler, pageEndpoint } from '../http/endpoint.ts'
import { OWN_SCRIPT, page } from '../http/respond.ts'
import { cookieOf, setCookie } from '../http/browser.ts'
import type { Service } from '../service/service.ts'
import { unsealAs } from '../ports.ts'
import { MINUTE_SECONDS, SECOND_MS } from '../duration.ts'
import * as z from 'zod'

const REGION = 'reference'
const STATUS_PARAMETER = 'status'

/** @param capability the secret of the inquiry's private address @returns the English path */
export const thanksPath = (reference: string, capability: string): string =>
  `${pathWithoutSecret(reference)}?${STATUS_PARAMETER}=${capability}`

const pathWithoutSecret = (reference: string): string => `${PATHS.thanks}${reference}/`

const showThanks: Handler = async (request, _caller, service) => {
  const { published, keyedHash, keys, clock, languages, base } = service
  const { pathname, searchParams } = new URL(request.url)
  const language = languageOf(pathname)
  const reference = parseReference(englishPath(pathname).split('/')[2] ?? '')
  if (!reference) return page(404, await published.read(NOT_FOUND_PAGE))
  const template = await published.read(pageFile(language, PATHS.thanks))
  const capability = searchParams.get(STATUS_PARAMETER) ?? ''
  const inquiry = await readStatusCapability({ keyedHash }, capability)
  const isSender = inquiry?.reference === reference
  const ownPath = isSender ? thanksPath(reference, capability) : pathWithoutSecret(reference)
  const given = await unsealAs(Sent, keys, PURPOSE, cookieOf(request, SENT_COOKIE, base) ?? '')
  const isSameBrowser = given?.reference === reference && clock.now().getTime() < given.until
  const sent = isSender
    ? {
        statusAddress: isOffered(service.firm, 'statusPage') ? pathIn(language, statusPath(capability)) : undefined,
        answerBy: replyBy(inquiry.receivedAt, service.firm),
        email: isSameBrowser ? given.email : undefined,
        getsNoMail: isSameBrowser && given.email === undefined,
        telephone: service.firm.telephone,
      }
    : undefined
  const filled = await fillRegions(await fillTitle(template, WORDS[language].received), {
    [LANGUAGE_REGION]: languageSwitch(language, languages, (other) => pathIn(other, ownPath)),
    [REGION]: referenceBox(language, reference, sent),
  })
  return page(200, filled, { ...OWN_SCRIPT, 'Referrer-Policy': 'no-referrer' })
}

export const thanks = pageEndpoint({ GET: showThanks })

/**
 * A sealed cookie, which only this page gets, has the e-mail address for ten minutes. So the address is in no URL and no log, and other
 * people who have the reference do not see it.
 */
const SENT_COOKIE = '__Secure-sent'
const PURPOSE = 'sent-address'
const LIFETIME_SECONDS = 10 * MINUTE_SECONDS

const Sent = z.object({ reference: z.string(), email: z.string().optional(), until: z.number() })

/** @returns a Set-Cookie for the thanks page in each language of the site */
export async function sentCookies(
  { keys, clock, languages, base }: Pick<Service, 'keys' | 'clock' | 'languages' | 'base'>,
  sent: { reference: string; email: string | undefined },
): Promise<string[]> {
  const until = clock.now().getTime() + LIFETIME_SECONDS * SECOND_MS
  const sealed = await keys.seal(PURPOSE, { ...sent, until } satisfies z.infer<typeof Sent>)
  const where = (language: Language) =>
    `Path=${pathIn(language, pathWithoutSecret(sent.reference))}; Max-Age=${LIFETIME_SECONDS}`
  return languages.map((language) => setCookie(SENT_COOKIE, sealed, where(language), base))
}
