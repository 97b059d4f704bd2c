/**
 * `/contact/`: the form as a person sends it, without JavaScript. The same use case as the API.
 * Whatever fails, the person gets the page again with their text in it.
 */
import { contactForm, SUBJECTS, TICKET_FIELD, TRAP_FIELD } from '../components/contact-form.ts'
import { fillRegion } from '../components/region.ts'
import { Problem, faultsOf } from '../problem.ts'
import { suspicionsOf, type Suspicion } from '../practice/suspicion.ts'
import { nationalTelephone } from '../practice/firm.ts'
import { PATHS } from '../site.ts'
import { admit } from './admission.ts'
import { readForm } from './body.ts'
import { asProblem, pageEndpoint } from './endpoint.ts'
import { takeIn } from './inquiries.ts'
import { requireOwnPage } from './own-page.ts'
import { page, seeOther } from './respond.ts'
import type { Handler, Service } from './service.ts'
import { issueTicket, MIN_FILL_MS, readTicket, type Ticket } from './ticket.ts'

/** The built page, and its region for the form. */
const TEMPLATE = 'contact/index.html'
const REGION = 'form'

type Values = Record<string, string>

const show: Handler = (_request, _caller, service) => draw(200, service, {})

const send: Handler = async (request, caller, service) => {
  let values: Values = {}
  try {
    const form = await readForm(request)
    values = Object.fromEntries(Object.keys(SUBJECTS).map((name) => [name, textOf(form, name)]))
    requireOwnPage(request, service.base)
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const parsed = service.inquiryRequest.safeParse(filled)
    if (!parsed.success) throw new Problem('invalid-request', { errors: faultsOf(parsed.error) })
    const ticket = await readTicket(textOf(form, TICKET_FIELD), service)
    await admit('inquiries', caller, service)
    const receipt = await takeIn(service, {
      request: parsed.data,
      via: 'form',
      sender: 'anonymous',
      suspicions: [...suspicionsOf(parsed.data.message), ...mannerOf(textOf(form, TRAP_FIELD), ticket)],
      // Sent twice, it is the same inquiry; changed after going back, it is another.
      ...(ticket && { idempotency: { key: JSON.stringify(Object.entries(parsed.data).sort()), caller: ticket.id } }),
    })
    return seeOther(`${PATHS.thanks}${receipt.reference}/`)
  } catch (error) {
    const problem = asProblem(error, service)
    return draw(problem.status, service, values, sentences(problem, values, service), problem.headers)
  }
}

/** Browsers send line ends as CRLF; a person counts them once. */
function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n')
}

/** What the manner of sending tells: programs fill in everything, and at once. */
function mannerOf(trap: string, ticket: Ticket | undefined): Suspicion[] {
  const manner: Suspicion[] = trap ? ['trap filled'] : []
  if (!ticket) return [...manner, 'no ticket']
  return ticket.ageMs < MIN_FILL_MS ? [...manner, 'sent too fast'] : manner
}

/** The problem in words for the person at the form, by field; the empty name is for the form as a whole. */
function sentences(problem: Problem, values: Values, { firm }: Service): Values {
  const call = `or call us: ${nationalTelephone(firm.telephone)}`
  switch (problem.code) {
    case 'invalid-request': {
      const errors: Values = {}
      for (const { pointer, detail } of problem.errors) {
        const name = pointer.slice(1)
        errors[name] ??= values[name] ? `${SUBJECTS[name]} ${detail}.` : `${SUBJECTS[name]} is missing.`
      }
      return errors
    }
    case 'content-too-large':
      return { '': `The text is too long to be sent. Go back, shorten it, and send it again, ${call}.` }
    case 'rate-limited':
      return { '': `Too many messages came from your connection. Please wait ${problem.headers['Retry-After']} seconds and send it again, ${call}.` }
    case 'foreign-page':
      return { '': `Your browser says that this form was filled in on another site. Please send it again from this page, ${call}.` }
    default:
      return { '': `We could not store your message. Your text is still below. Please wait a minute and send it again, ${call}.` }
  }
}

async function draw(status: number, service: Service, values: Values, errors: Values = {}, headers: Values = {}): Promise<Response> {
  const { firm, practiceAreas, published } = service
  const [template, ticket] = await Promise.all([published.read(TEMPLATE), issueTicket(service)])
  const form = await contactForm({ notices: firm.notices, practiceAreas, values, errors, ticket })
  const html = fillRegion(template, REGION, form.toString())
  return page(status, status === 200 ? html : html.replace('<title>', '<title>Error: '), headers)
}

export const contact = pageEndpoint({ GET: show, POST: send })
