/** What the claim pages have in common: the built page whose region they fill, in the language of its address. */
import type { Firm, Step } from '../views/claim-steps.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion, fillTitle, ROBOTS_REGION } from '../views/region.ts'
import { nationalTelephone } from '../telephone.ts'
import { officeTime } from '../dates.ts'
import { type Language, languageOf, pathIn, plainPath } from '../language.ts'
import { page } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { WORDS } from '../words.ts'

/** File of the built page in a language, and the name of the region that the steps fill. */
const templateIn = (language: Language) => pathIn(language, '/claim/index.html').slice(1)
const REGION = 'claim'

/** What an address of these pages names a request by. */
const ADDRESS_FIELDS = ['attempt', 'link', 'end'] as const

/** Adds the language of the page, the English path at which it can be opened again, and the firm as the steps show it. */
export type ClaimContext = Service & { language: Language; currentPath: string; shown: Firm }

/** @param form what was sent: a request that it names is opened at its own address, any other step begins again */
export function claimContext(request: Request, service: Service, form?: URLSearchParams): ClaimContext {
  const { pathname, search } = new URL(request.url)
  const named = ADDRESS_FIELDS.flatMap((name) => (form?.get(name) ? [[name, form.get(name) ?? '']] : []))
  const query = named.length > 0 ? `?${new URLSearchParams(named)}` : search
  const { name, telephone, email } = service.firm
  const language = languageOf(pathname)
  const canMail = service.mailer !== undefined
  const shown = { language, name, telephone, email, shownTelephone: nationalTelephone(telephone), canMail }
  return { ...service, language, currentPath: plainPath(pathname) + query, shown }
}

async function fillTemplate(context: ClaimContext, { title, content }: Step): Promise<string> {
  const { language, currentPath, published } = context
  const languageLinks = await languageSwitch(context, (other) => pathIn(other, currentPath))
  const built = await fillTitle(await published.read(templateIn(language)), title)
  return fillRegion(fillRegion(built, LANGUAGE_REGION, String(languageLinks)), REGION, String(await content))
}

export async function renderClaim(
  service: ClaimContext,
  step: Step,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return page(status, await fillTemplate(service, step), headers)
}

/** The page without a claim: only this one may be indexed by search engines. */
export async function renderIndexed(service: ClaimContext, step: Step): Promise<Response> {
  return page(200, fillRegion(await fillTemplate(service, step), ROBOTS_REGION, ''), { 'X-Robots-Tag': 'all' })
}

/** A time in words, with the clock of the opening hours. Florida time: most readers are there, like the firm. */
export const timeInWords = ({ language }: ClaimContext, iso: string) => officeTime(iso, WORDS[language].locale, 'long')
