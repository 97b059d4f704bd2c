/**
 * What the claim pages have in common: the built page whose region they fill, in the language of its address.
 */
import type { Firm } from '../views/claim-steps.ts'
import type { Html } from '../views/html.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion, ROBOTS_REGION } from '../views/region.ts'
import { nationalTelephone } from '../firm/firm.ts'
import { officeTime } from '../dates.ts'
import { type Language, languageOf, pathIn, plainPath } from '../language.ts'
import { page } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { WORDS } from '../views/words.ts'

/** File of the built page in a language, and the name of the region that the steps fill. */
const templateIn = (language: Language) => pathIn(language, '/claim/index.html').slice(1)
const REGION = 'claim'

/** Adds the language of the page and its English path; the path is undefined after a POST, which a link cannot repeat. */
export type ClaimContext = Service & { language: Language; currentPath: string | undefined }

export function claimContext(request: Request, service: Service): ClaimContext {
  const { pathname, search } = new URL(request.url)
  return {
    ...service,
    language: languageOf(pathname),
    currentPath: request.method === 'POST' ? undefined : plainPath(pathname) + search,
  }
}

export function firmOf({ language, firm: { name, telephone, email } }: ClaimContext): Firm {
  return { language, name, telephone, email, shownTelephone: nationalTelephone(telephone) }
}

async function fillTemplate({ language, currentPath, published }: ClaimContext, content: Html): Promise<string> {
  const languageLinks =
    currentPath === undefined ? '' : String(await languageSwitch(language, (other) => pathIn(other, currentPath)))
  const template = fillRegion(await published.read(templateIn(language)), LANGUAGE_REGION, languageLinks)
  return fillRegion(template, REGION, String(await content))
}

export async function renderClaim(
  service: ClaimContext,
  content: Html,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return page(status, await fillTemplate(service, content), headers)
}

/** As `renderClaim`, for the page without a claim: only this one may be indexed by search engines. */
export async function renderIndexed(service: ClaimContext, content: Html): Promise<Response> {
  return page(200, fillRegion(await fillTemplate(service, content), ROBOTS_REGION, ''), { 'X-Robots-Tag': 'all' })
}

/** A time in words. Florida time: most readers are there, like the firm. */
export const timeInWords = ({ language }: ClaimContext, iso: string) => officeTime(iso, WORDS[language].locale, 'long')
