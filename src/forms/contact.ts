/**
 * `/contact/`: the contact form, which works without JavaScript. The same use case as the API.
 * After any error the person gets the page again with their text in it.
 */
import { pageLinks } from '../contract/documents/page-links.ts'
import { contactForm, FORM_TOKEN_FIELD, HONEYPOT_FIELD } from '../views/contact-form.ts'
import { OPEN_REGION, openHours } from '../views/open-line.ts'
import { fillRegion } from '../views/region.ts'
import { WORDS } from '../views/words.ts'
import { type Problem, parseInput } from '../problem.ts'
import { FIELD_NAMES } from '../inquiries/inquiry-fields.ts'
import { canonicalText } from '../inquiries/inquiry-request.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { detectSpamSignals, type SpamSignal } from '../inquiries/spam-signals.ts'
import { nationalTelephone } from '../firm/firm.ts'
import { type Language, languageOf, pathIn } from '../language.ts'
import { readFirmFacts } from '../firm/translation.ts'
import { PATHS } from '../site.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { readForm } from '../http/body.ts'
import { toProblem, type Handler, pageEndpoint } from '../http/endpoint.ts'
import { submitInquiry } from '../service/submit-inquiry.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { movedPermanently, NEGOTIATED, OWN_SCRIPT, page, seeOther } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { thanksPath } from './thanks.ts'
import { formTokenAge, issueFormToken, MIN_FILL_MS } from './form-token.ts'

/** The channel, as inquiries store it. */
const FORM = 'form'
/** The region of the built page that the form fills. */
const REGION = 'form'

type Values = Record<string, string>

const languageOfPage = (request: Request) => languageOf(new URL(request.url).pathname)

const showForm: Handler = async (request, _caller, service) => {
  const { pathname, search } = new URL(request.url)
  if (!pathname.endsWith('/')) return movedPermanently(`${pathname}/${search}`)
  return renderForm(service, languageOfPage(request))
}

const handleForm: Handler = async (request, caller, service) => {
  const language = languageOfPage(request)
  let values: Values = {}
  try {
    const form = await readForm(request)
    values = Object.fromEntries(FIELD_NAMES.map((name) => [name, textOf(form, name)]))
    requireSameOrigin(request, service.base)
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const inquiry = parseInput(service.inquiryRequest, filled)
    const age = await formTokenAge(textOf(form, FORM_TOKEN_FIELD), service)
    await consumeRateLimit('inquiries', caller, service)
    const receipt = await submitInquiry(service, {
      request: inquiry,
      via: FORM,
      sender: 'anonymous',
      spamSignals: [...detectSpamSignals(inquiry.message), ...spamSignalsOfForm(textOf(form, HONEYPOT_FIELD), age)],
      // The same content sent twice (double click, back button) is one inquiry; changed content is another.
      idempotency: { key: canonicalText(inquiry), caller: FORM },
    })
    return seeOther(pathIn(language, thanksPath(receipt.reference, await statusCapability(service, receipt))))
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const { status, headers } = problem
    return renderForm(service, language, {
      status,
      values,
      errors: errorSentences(problem, values, service, language),
      headers,
    })
  }
}

/** Browsers send line breaks as CRLF; the length limits count one character for each. */
function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n')
}

/** Signs of a spam program: it fills in every field, and sends within seconds. */
function spamSignalsOfForm(honeypot: string, age: number | undefined): SpamSignal[] {
  const signals: SpamSignal[] = honeypot ? ['trap filled'] : []
  if (age === undefined) return [...signals, 'no ticket']
  return age < MIN_FILL_MS ? [...signals, 'sent too fast'] : signals
}

/** Error messages for the person, by field name; the empty name is for the whole form. */
function errorSentences(problem: Problem, values: Values, { firm }: Service, language: Language): Values {
  const words = WORDS[language].form
  const number = nationalTelephone(firm.telephone)
  switch (problem.code) {
    case 'invalid-request': {
      const invalid = new Set(problem.errors.map(({ pointer }) => pointer.slice(1)))
      return Object.fromEntries(
        FIELD_NAMES.filter((name) => invalid.has(name)).map((name) => {
          const { missing, wrong } = words.fields[name]
          return [name, values[name]?.trim() ? wrong : (missing ?? wrong)]
        }),
      )
    }
    case 'content-too-large':
      return { '': words.tooLong(number) }
    case 'rate-limited':
      return { '': words.tooMany(problem.headers['Retry-After'] ?? '', number) }
    case 'foreign-page':
      return { '': words.foreign(number) }
    default:
      return { '': words.notStored(number) }
  }
}

/** A rejected form: what was typed and what is wrong, by field name. */
interface RejectedForm {
  status: number
  values: Values
  errors: Values
  headers: Values
}

async function renderForm(service: Service, language: Language, rejected?: RejectedForm): Promise<Response> {
  const template = pathIn(language, `${PATHS.contact}index.html`).slice(1)
  const [built, formToken, { firm, practiceAreas }] = await Promise.all([
    service.published.read(template),
    issueFormToken(service),
    readFirmFacts(language, service),
  ])
  const form = await contactForm({
    language,
    notices: firm.notices,
    practiceAreas,
    formToken,
    values: rejected?.values ?? {},
    errors: rejected?.errors ?? {},
  })
  const hours = await openHours(language, firm, service.clock.now(), true)
  const html = fillRegion(fillRegion(built, OPEN_REGION, hours.toString()), REGION, form.toString())
  // Search engines may index the empty form, but never what a person wrote.
  if (!rejected) {
    const Link = pageLinks(pathIn(language, PATHS.contact))
    return page(200, html, { ...OWN_SCRIPT, ...NEGOTIATED, 'X-Robots-Tag': 'all', Link })
  }
  const title = `<title>${WORDS[language].error}: `
  return page(rejected.status, html.replace('<title>', title), { ...OWN_SCRIPT, ...rejected.headers })
}

export const contact = pageEndpoint({ GET: showForm, POST: handleForm })
