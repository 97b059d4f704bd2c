/**
 * `/thanks/{reference}/`: what happens next, with the reference of the inquiry that was just sent.
 * It only repeats the reference from the address and reads no store: a reference gives no access to an inquiry.
 */
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion } from '../views/region.ts'
import { referenceBox } from '../views/reference-box.ts'
import { languageOf, pathIn, plainPath } from '../language.ts'
import { parseReference } from '../inquiries/reference.ts'
import { NOT_FOUND_PAGE, PATHS } from '../site.ts'
import { type Handler, pageEndpoint } from '../http/endpoint.ts'
import { OWN_SCRIPT, page } from '../http/respond.ts'

const REGION = 'reference'

const showThanks: Handler = async (request, _caller, { published }) => {
  const { pathname } = new URL(request.url)
  const language = languageOf(pathname)
  const reference = parseReference(plainPath(pathname).split('/')[2] ?? '')
  if (!reference) return page(404, await published.read(NOT_FOUND_PAGE))
  const template = await published.read(pathIn(language, `${PATHS.thanks}index.html`).slice(1))
  const languageLinks = await languageSwitch(language, (other) => pathIn(other, `${PATHS.thanks}${reference}/`))
  const filled = fillRegion(
    fillRegion(template, LANGUAGE_REGION, String(languageLinks)),
    REGION,
    String(await referenceBox(language, reference)),
  )
  return page(200, filled, OWN_SCRIPT)
}

export const thanks = pageEndpoint({ GET: showThanks })
