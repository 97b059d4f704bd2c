/** Draws the claim pages: each step fills a region of a built page, in the language of the address. */
import type { Firm, Step } from '../views/claim-steps.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion, fillTitle, ROBOTS_REGION } from '../views/region.ts'
import { nationalTelephone } from '../telephone.ts'
import { officeTime } from '../dates.ts'
import { type Language, languageOf, pathIn, plainPath } from '../language.ts'
import { page } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { WORDS } from '../words.ts'

const templateIn = (language: Language) => pathIn(language, '/claim/index.html').slice(1)
const REGION = 'claim'

/** The parameters that name a request in the addresses of these pages. */
const ADDRESS_FIELDS = ['attempt', 'link', 'end'] as const

/** `currentPath` is the English path at which the page can be opened again. */
export type ClaimContext = Service & { language: Language; currentPath: string; shown: Firm }

/** @param form the sent fields. If they name a request, `currentPath` opens that request, and otherwise the first step */
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

/** For the page without a claim, the only one that search engines may index. */
export async function renderIndexed(service: ClaimContext, step: Step): Promise<Response> {
  return page(200, fillRegion(await fillTemplate(service, step), ROBOTS_REGION, ''), { 'X-Robots-Tag': 'all' })
}

/** In Florida time, because most readers are there, like the firm. */
export const timeInWords = ({ language }: ClaimContext, iso: string) => officeTime(iso, WORDS[language].locale, 'long')
