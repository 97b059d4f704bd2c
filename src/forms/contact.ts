/** `/contact/` works without JavaScript. After an error, the form keeps the typed text. */
import { visibleText } from '../letters.ts'
import { pageLinks } from '../contract/documents/markdown-page.ts'
import * as view from '../views/contact-form.ts'
import { errorSummary, sentenceOf } from '../views/html.ts'
import { availability, OPEN_REGION } from '../views/open-line.ts'
import { fillRegions, FORM_REGIONS, LANGUAGE_REGION, languageSwitch } from '../views/region.ts'
import { WORDS } from '../words.ts'
import { Problem, parseInput } from '../problem.ts'
import { meantEmail } from '../inquiries/typing-slip.ts'
import { FIELD_NAMES, fieldValues, type FieldValues, inOneText } from '../inquiries/inquiry-fields.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import { canonicalText } from '../inquiries/inquiry-request.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { detectSpamSignals, type SpamSignal } from '../inquiries/inquiry.ts'
import { topicsOf } from '../firm/topics.ts'
import { type Language, languageOf, pathIn } from '../language.ts'
import { readFirmFacts } from '../firm/published-facts.ts'
import { DAY_MS, SECOND_MS } from '../duration.ts'
import { pageFile, PATHS } from '../site.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { readForm, textOf, listOf } from '../http/body.ts'
import { toProblem, type Handler, pageEndpoint } from '../http/endpoint.ts'
import { submitInquiry } from '../service/submit-inquiry.ts'
import { requireSameOrigin } from '../http/browser.ts'
import { movedPermanently, NEGOTIATED, OWN_SCRIPT, page, seeOther } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import { sentCookies, thanksPath } from './thanks.ts'

const FORM = 'form'

/** What the form shows: the topic that the address names, or what a person sent. */
interface Input {
  values: FieldValues
  hasReadNotices?: boolean
  /** The e-mail address is probably mistyped, and the form has not asked about it yet. */
  isDoubtful?: boolean
}

const languageOfPage = (request: Request) => languageOf(new URL(request.url).pathname)

const showForm: Handler = async (request, _caller, service) => {
  const { pathname, search, searchParams } = new URL(request.url)
  if (!pathname.endsWith('/')) return movedPermanently(`${pathname}/${search}`)
  const language = languageOfPage(request)
  const topic = view.topicIn(searchParams, topicsOf(service.practiceAreas))
  const html = await drawForm(service, language, { values: topic === undefined ? {} : { topic } })
  const path = topic ? view.contactAbout(topic) : PATHS.contact
  const links = languageSwitch(language, service.languages, (other) => pathIn(other, path))
  const Link = pageLinks(pathIn(language, PATHS.contact))
  // Search engines may index the empty form, but never a form with a person's words.
  const headers = { ...OWN_SCRIPT, ...NEGOTIATED, 'X-Robots-Tag': 'all', Link }
  return page(200, await fillRegions(html, { [LANGUAGE_REGION]: links }), headers)
}

const handleForm: Handler = async (request, caller, service) => {
  const language = languageOfPage(request)
  let sent: Input = { values: {}, hasReadNotices: true }
  try {
    const form = await readForm(request)
    const values = fieldValues((name) => listOf(form, name))
    const email = inOneText(values.email)?.trim() ?? ''
    // The form asks about a doubtful address once. If the person sends the same address again, it is accepted.
    const isDoubtful = meantEmail(email) !== undefined && textOf(form, view.ASKED_FIELD) !== email
    sent = { values, hasReadNotices: form.has(view.READ_FIELD), isDoubtful }
    requireSameOrigin(request, service.base)
    const inquiry = parseInput(service.reachableRequest, sent.values)
    if (!sent.hasReadNotices || sent.isDoubtful) throw new Problem('invalid-request')
    const age = await formTokenAge(textOf(form, view.FORM_TOKEN_FIELD), service)
    await consumeRateLimit('inquiries', caller, service)
    const receipt = await submitInquiry(service, {
      request: inquiry,
      via: FORM,
      shown: language,
      sender: 'anonymous',
      noticeTicked: true,
      spamSignals: [
        ...detectSpamSignals(inquiry.message),
        ...spamSignalsOfForm(textOf(form, view.HONEYPOT_FIELD), age),
      ],
      // Sending the same content twice (double click, back button) makes one inquiry; changed content makes another.
      idempotency: { key: canonicalText(inquiry), caller: FORM },
    })
    const { reference } = receipt
    const response = seeOther(pathIn(language, thanksPath(reference, await statusCapability(service, receipt))))
    for (const cookie of await sentCookies(service, { reference, email: safeEmail(inquiry) }))
      response.headers.append('Set-Cookie', cookie)
    return response
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const isInvalid = problem.code === 'invalid-request'
    const errors = isInvalid
      ? errorSentences(problem, sent, language)
      : { '': sentenceOf(problem, service.firm, language) }
    const html = await drawRefused(service, language, sent, errors)
    return page(problem.status, html, { ...OWN_SCRIPT, ...problem.headers })
  }
}

/** A spam program fills in every field, and sends within seconds. */
function spamSignalsOfForm(honeypot: string, age: number | undefined): SpamSignal[] {
  const signals: SpamSignal[] = honeypot ? ['trap filled'] : []
  if (age === undefined) return [...signals, 'no ticket']
  return age < MIN_FILL_MS ? [...signals, 'sent too fast'] : signals
}

/** A form that was sent sooner is suspect: a person needs longer. */
const MIN_FILL_MS = 3 * SECOND_MS
/** A token of this age or more counts as missing. */
const MAX_AGE_MS = DAY_MS
const TOKEN_PURPOSE = 'contact-ticket'

/**
 * The signed time at which the page was drawn shows whether a form was sent too fast for a person.
 * @returns time and MAC, joined by a dot
 */
async function issueFormToken({ clock, keyedHash }: Service): Promise<string> {
  const time = clock.now().getTime().toString(36)
  return `${time}.${await keyedHash.mac(TOKEN_PURPOSE, time)}`
}

/** @returns milliseconds; undefined when the token is missing, forged or too old */
async function formTokenAge(text: string, { clock, keyedHash }: Service): Promise<number | undefined> {
  const [time = '', mac = ''] = text.split('.')
  if (!(await keyedHash.matches(TOKEN_PURPOSE, time, mac))) return undefined
  const age = clock.now().getTime() - Number.parseInt(time, 36)
  return age >= 0 && age < MAX_AGE_MS ? age : undefined
}

/** Sentences by field name; the empty name is for the whole form. */
type Errors = Record<string, string>

function errorSentences(problem: Problem, { values, hasReadNotices, isDoubtful }: Input, language: Language): Errors {
  const words = WORDS[language].form
  const invalid = new Set(problem.errors.map(({ pointer }) => pointer.split('/')[1]))
  const wrongFields = FIELD_NAMES.filter((name) => invalid.has(name)).map((name) => {
    const { missing, wrong } = view.fieldWords(name, language)
    return [name, visibleText(inOneText(values[name]) ?? '') ? wrong : (missing ?? wrong)] as const
  })
  return {
    ...(isDoubtful && { email: words.doubtful }),
    ...Object.fromEntries(wrongFields),
    ...(!hasReadNotices && { [view.READ_FIELD]: words.notRead }),
  }
}

async function drawForm(service: Service, language: Language, sent: Input, errors: Errors = {}) {
  const [built, formToken, { firm, practiceAreas }] = await Promise.all([
    service.published.read(pageFile(language, PATHS.contact)),
    issueFormToken(service),
    readFirmFacts(language, service),
  ])
  const { languages, clock } = service
  return fillRegions(built, {
    [OPEN_REGION]: availability(language, firm, clock.now(), true),
    [FORM_REGIONS.form]: view.contactForm({ ...firm, language, languages, practiceAreas, formToken, ...sent, errors }),
  })
}

/** A list of the errors replaces the introduction. */
async function drawRefused(service: Service, language: Language, sent: Input, errors: Errors): Promise<string> {
  const drawn = await drawForm(service, language, sent, errors)
  const summary = errorSummary(language, errors)
  const html = await fillRegions(drawn, { [FORM_REGIONS.summary]: summary, [FORM_REGIONS.intro]: '' })
  return html.replace('<title>', `<title>${WORDS[language].error}: `)
}

export const contact = pageEndpoint({ GET: showForm, POST: handleForm })
