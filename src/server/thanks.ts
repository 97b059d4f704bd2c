/**
 * `/thanks/{reference}/`: what happens next, with the reference of the inquiry that was just sent.
 * It shows the reference of its own address and looks nothing up: a reference reads nothing back.
 */
import { fillRegion } from '../components/region.ts'
import { referenceBox } from '../components/reference-box.ts'
import { parseReference } from '../practice/reference.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { pageEndpoint } from './endpoint.ts'
import { page } from './respond.ts'
import type { Handler } from './service.ts'

const TEMPLATE = 'thanks/index.html'
const REGION = 'reference'

const show: Handler = async (request, _caller, { published }) => {
  const [, , text = ''] = new URL(request.url).pathname.split('/')
  const reference = parseReference(text)
  if (!reference) return page(404, await published.read(NOT_FOUND_PAGE))
  const box = await referenceBox(reference)
  return page(200, fillRegion(await published.read(TEMPLATE), REGION, box.toString()))
}

export const thanks = pageEndpoint({ GET: show })
