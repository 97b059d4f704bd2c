/** Page and API at `/status/{capability}`. The address is secret: responses are not cached or indexed, and no other site may learn it. */
import { visibleText } from '../letters.ts'
import { calendarFile } from '../mail/calendar-file.ts'
import { wayInWords } from '../inquiries/appointment.ts'
import { operationHandlers } from '../api/operation-endpoint.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { readFirmFacts } from '../firm/published-facts.ts'
import { acceptsHtml, prefersJson } from '../http/accept.ts'
import { isUrlEncoded, readForm, textOf } from '../http/body.ts'
import { requireSameOrigin } from '../http/browser.ts'
import { apiEndpoint, type Handler, isInSiteLanguage, pageEndpoint, toProblem } from '../http/endpoint.ts'
import { page, seeOther } from '../http/respond.ts'
import { InquiryAnswer } from '../inquiries/answer.ts'
import { readPublicStatus, requirePublicStatus } from '../inquiries/public-status.ts'
import { capabilityIn } from '../inquiries/status-address.ts'
import { type Language, languageOf, pathIn, englishPath } from '../language.ts'
import { parseInput, type Problem } from '../problem.ts'
import { answerInquiry } from '../service/answer-inquiry.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import type { Service } from '../service/service.ts'
import { pageFile, PATHS } from '../site.ts'
import { nationalTelephone } from '../telephone.ts'
import { type Html, sentenceOf } from '../views/html.ts'
import { fillRegions, fillTitle, LANGUAGE_REGION, languageSwitch } from '../views/region.ts'
import {
  ANSWER_FIELD,
  CALENDAR_PARAMETER,
  refusedAnswer,
  STATUS_REGION,
  statusBox,
  statusTitle,
} from '../views/status-box.ts'
import { fill, WORDS } from '../words.ts'

/** Not `no-referrer`, because older browsers would then send `Origin: null` with the form of the page. */
const SECRET_ADDRESS = { 'Referrer-Policy': 'strict-origin', 'X-Robots-Tag': 'noindex', Vary: 'Accept' } as const

const showStatus: Handler = async (request, caller, service) => {
  await consumeRateLimit('inquiry-status', caller, service)
  const { pathname, searchParams } = new URL(request.url)
  const language = languageOf(pathname)
  const found = await readPublicStatus(service, capabilityIn(pathname))
  const { firm } = await readFirmFacts(language, service)
  if (found?.appointment && found.entry && searchParams.has(CALENDAR_PARAMETER)) {
    const { appointment } = found
    const summary = fill(WORDS[language].mail.appointment.entry, { firm: firm.name })
    const location = wayInWords(appointment, language, firm, found.telephone)
    const entry = { ...appointment, ...found.entry, summary, location, isCancelled: false }
    const { content } = await calendarFile({ firm, base: service.base }, entry)
    return page(200, content, { 'Content-Type': 'text/calendar; charset=utf-8' })
  }
  const filled = await drawPage(request, service, statusBox(language, firm, service.clock.now(), found))
  // Without an inquiry the page keeps the language links of the build, so that it repeats nothing of the address.
  if (!found) return page(404, filled)
  const links = languageSwitch(language, service.languages, (other) => pathIn(other, englishPath(pathname)))
  const titled = await fillTitle(filled, statusTitle(language, found))
  return page(200, await fillRegions(titled, { [LANGUAGE_REGION]: links }))
}

/** An answer that is sent twice, as by a double click, is stored once. */
const handleForm: Handler = async (request, caller, service) => {
  const { pathname } = new URL(request.url)
  let typed = ''
  try {
    typed = textOf(await readForm(request), ANSWER_FIELD)
    requireSameOrigin(request, service.base)
    const { answer } = parseInput(InquiryAnswer, { answer: typed })
    await consumeRateLimit(INQUIRY_OPERATIONS.answerInquiry.limit, caller, service)
    await answerInquiry(service, capabilityIn(pathname), { answer })
    return seeOther(pathname)
  } catch (thrown) {
    const problem = toProblem(thrown, service, caller)
    const language = languageOf(pathname)
    const { firm } = await readFirmFacts(language, service)
    const error = refusalOf(problem, typed, service, language)
    const isOver = problem.code === 'not-asked' || problem.code === 'not-found'
    const box = refusedAnswer(language, firm, { now: service.clock.now(), typed, error, isOver })
    const html = (await drawPage(request, service, box)).replace('<title>', `<title>${WORDS[language].error}: `)
    return page(problem.status, html, problem.headers)
  }
}

function refusalOf(problem: Problem, typed: string, { firm }: Service, language: Language): string {
  const { answer, gone } = WORDS[language].status
  if (problem.code === 'invalid-request') return visibleText(typed) ? answer.wrong : answer.missing
  if (problem.code === 'not-asked') return fill(answer.notAsked, { number: nationalTelephone(firm.telephone) })
  return problem.code === 'not-found' ? gone : sentenceOf(problem, firm, language)
}

async function drawPage(request: Request, service: Service, box: Html): Promise<string> {
  const language = languageOf(new URL(request.url).pathname)
  return fillRegions(await service.published.read(pageFile(language, PATHS.status)), { [STATUS_REGION]: box })
}

const statusPage = pageEndpoint({ GET: showStatus, POST: handleForm })

const statusOperations = apiEndpoint({
  ...operationHandlers(INQUIRY_OPERATIONS.getInquiryStatus, (service, _input, { variable = '' }) =>
    requirePublicStatus(service, variable),
  ),
  ...operationHandlers(INQUIRY_OPERATIONS.answerInquiry, (service, { answer }, { variable = '', idempotencyKey }) =>
    answerInquiry(service, variable, { answer, key: idempotencyKey }),
  ),
})

export const status: Handler = async (request, caller, service) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const accept = request.headers.get('accept')
  const asksForFile = new URL(request.url).searchParams.has(CALENDAR_PARAMETER)
  // The operation refuses a request that accepts none of these.
  const asksForPage = isRead && !prefersJson(accept) && (acceptsHtml(accept) || asksForFile)
  const isPage = asksForPage || isUrlEncoded(request) || !isInSiteLanguage(request, service)
  const response = await (isPage ? statusPage : statusOperations)(request, caller, service)
  for (const [name, value] of Object.entries(SECRET_ADDRESS)) response.headers.set(name, value)
  return response
}
