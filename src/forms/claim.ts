/** Pages to confirm or deny a claim, or to end an agent's access. GET changes nothing, because mail scanners open every address. */
import { type ClaimRef, findByCode, parseCode } from '../agents/claims/user-code.ts'
import { readClaimPageRef } from '../agents/claims/claim.ts'
import * as confirmation from '../agents/claims/confirmation.ts'
import * as record from '../agents/claims/claim-record.ts'
import { readBackCode } from '../agents/claims/delivery.ts'
import { maskEmail, openParties } from '../agents/person.ts'
import * as steps from '../views/claim-steps.ts'
import { fillRegions, fillTitle, LANGUAGE_REGION, languageSwitch, ROBOTS_REGION } from '../views/region.ts'
import { officeTime } from '../dates.ts'
import { fill, WORDS } from '../words.ts'
import { postAndSend } from '../mail/tries.ts'
import { type Language, languageOf, pathIn, englishPath } from '../language.ts'
import { Problem } from '../problem.ts'
import { pageFile, PATHS } from '../site.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { notifyAgentLinked } from '../service/notify-agent-linked.ts'
import { readForm } from '../http/body.ts'
import { toProblem, type Handler, pageEndpoint } from '../http/endpoint.ts'
import { descriptionOf, requireSameOrigin } from '../http/browser.ts'
import { page } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'

const REGION = 'claim'

/** The parameters that name a claim in the addresses of these pages. */
const ADDRESS_FIELDS = ['attempt', 'link', 'end'] as const

/** `currentPath` is the English path, with its query, at which the page can be opened again. */
type ClaimContext = Service & { language: Language; currentPath: string }

type WhenOpen = (open: confirmation.OpenClaim) => Promise<steps.Step>

const isBelow = (request: Request, path: string) => englishPath(new URL(request.url).pathname).startsWith(path)

const showClaim: Handler = async (request, _caller, ports) => {
  const service = claimContext(request, ports)
  const { searchParams } = new URL(request.url)
  if (isBelow(request, PATHS.claimEnd)) return endPage(service, searchParams.get('end') ?? '', false)
  if (isBelow(request, PATHS.claimConfirm)) {
    const link = searchParams.get('link') ?? ''
    const status = await statusOf(service, confirmation.readConfirmationLink(service, link))
    const whenOpen: WhenOpen = async (open) => steps.decideStep(service, await agentRequest(service, open), link)
    return claimResponse(service, status, whenOpen, true)
  }
  const attempt = searchParams.get('attempt')
  if (attempt === null) {
    // Search engines may index only the page without a claim.
    const indexed = await fillRegions(await drawStep(service, steps.startStep(service)), { [ROBOTS_REGION]: '' })
    return page(200, indexed, { 'X-Robots-Tag': 'all' })
  }
  const status = await statusOf(service, readClaimPageRef(service, attempt))
  return claimResponse(service, status, async () => steps.codeStep(service, attempt))
}

const handleForm: Handler = async (request, caller, ports) => {
  let service = claimContext(request, ports)
  try {
    requireSameOrigin(request, service.base)
    const form = await readForm(request)
    const field = (name: string) => form.get(name) ?? ''
    service = claimContext(request, ports, form)
    if (isBelow(request, PATHS.claimEnd)) return await endPage(service, field('end'), true)
    if (isBelow(request, PATHS.claimConfirm)) return await confirmByLink(service, field('link'), field('decision'))
    if (field('step')) return await continueClaim(service, field('step'), field('action'))
    if (field('action') === 'no-code') return await sendWithoutCode(service, caller, field('attempt'))
    return await enterCode(service, caller, field('attempt'), field('code'))
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const step = steps.errorStep(service, descriptionOf(problem, service.language))
    return renderClaim(service, step, problem.status, problem.headers)
  }
}

/** The mail about a linked agent links here. @param isSubmitted true when the person sent its form, which ends the agent's access */
async function endPage(service: ClaimContext, link: string, isSubmitted: boolean): Promise<Response> {
  const registration = await confirmation.readRevocationLink(service, link)
  if (registration === undefined) return renderClaim(service, steps.endLinkInvalid(service), 404)
  if (isSubmitted) await record.revokeRegistration(service, registration, 'person')
  const isEnded = isSubmitted || (await record.readClaim(service, registration)).claim.revocation !== undefined
  return renderClaim(service, isEnded ? steps.endedStep(service) : steps.endStep(service, link))
}

async function statusOf(service: ClaimContext, pending: Promise<ClaimRef | undefined>) {
  const claimRef = await pending
  return claimRef && confirmation.claimStatus(service, claimRef)
}

/** Step 1 checks the code. If `attempt` is empty, the code also finds the claim. */
async function enterCode(service: ClaimContext, caller: Caller, attempt: string, code: string): Promise<Response> {
  const words = WORDS[service.language].claim.code
  await consumeRateLimit('code-try', caller, service)
  const status = await statusOf(service, attempt ? readClaimPageRef(service, attempt) : findByCode(service, code))
  if (!attempt && status?.state !== 'open') return renderClaim(service, steps.startStep(service, words.unknown))
  return claimResponse(service, status, async (open) => {
    const result = await confirmation.verifyCode(service, open, code)
    if ('step' in result)
      return steps.checkStep(service, await agentRequest(service, open), result.step, parseCode(code))
    if (!attempt || result.triesLeft === 0) return steps.overStep(service)
    const left = String(result.triesLeft)
    return steps.codeStep(service, attempt, result.triesLeft === 1 ? words.wrongOnceMore : fill(words.wrong, { left }))
  })
}

/** Step 1 without a code, which some agents do not show: sends the mail at once. */
async function sendWithoutCode(service: ClaimContext, caller: Caller, attempt: string): Promise<Response> {
  const status = await statusOf(service, readClaimPageRef(service, attempt))
  return claimResponse(service, status, async (open) => {
    await consumeRateLimit('code-try', caller, service)
    return sendLink(service, open, true)
  })
}

/** The end of step 1, after a right code: sends the mail with the link, or denies the claim. */
async function continueClaim(service: ClaimContext, step: string, action: string): Promise<Response> {
  const claimRef = await confirmation.readStepToken(service, step)
  if (claimRef && action === 'deny')
    return claimResponse(service, await decideClaim(service, claimRef, { outcome: 'denied', by: 'page' }))
  const status = claimRef && (await confirmation.claimStatus(service, claimRef))
  return claimResponse(service, status, async (open) => {
    if (!service.mailer) return steps.checkStep(service, await agentRequest(service, open), step)
    return sendLink(service, open, false)
  })
}

async function sendLink(service: ClaimContext, open: confirmation.OpenClaim, isCodeless: boolean): Promise<steps.Step> {
  if (!service.mailer) return steps.overStep(service)
  // A refusal must not use up a mail of the claim, so the limit comes first. A claim without mails left is not counted.
  if (!record.hasMaxMails(open.attempt)) await consumeRateLimit('claim-mail', { address: open.attempt.person }, service)
  const link = await confirmation.createConfirmationLink(service, open, isCodeless)
  if (!link) return steps.errorStep(service, WORDS[service.language].claim.trouble.mailedOften)
  await postAndSend(service, {
    at: service.clock.now().toISOString(),
    about: { claim: open.claimRef.sub },
    message: { kind: 'link', to: link.email, link: link.link, isCodeless, language: service.language },
  })
  service.log('claim.link-sent', { registration: open.claimRef.sub, attempt: open.claimRef.attempt })
  return steps.sentStep(service, maskEmail(link.email))
}

/** Step 2, with the link from the mail. */
async function confirmByLink(service: ClaimContext, link: string, decision: string): Promise<Response> {
  const claimRef = await confirmation.readConfirmationLink(service, link)
  if (decision !== 'confirmed' && decision !== 'denied')
    throw new Problem('invalid-request', { detail: WORDS[service.language].claim.trouble.choose })
  const verdict = { outcome: decision, by: 'link', isCodeless: claimRef?.isCodeless } as const
  const status = claimRef && (await decideClaim(service, claimRef, verdict))
  return claimResponse(service, status, undefined, true)
}

async function decideClaim(service: ClaimContext, claimRef: ClaimRef, verdict: record.Verdict) {
  const decided = await confirmation.decide(service, claimRef, verdict)
  if (!decided) return confirmation.claimStatus(service, claimRef)
  await notifyAgentLinked(service, claimRef.sub, decided, service.language)
  const { decision } = decided
  return { state: decision.outcome, claimRef, decision }
}

/** @param byLink true when the mail's link, which no agent knows, opened the page. Only then does it show the read-back code */
async function claimResponse(
  service: ClaimContext,
  status: confirmation.ClaimStatus | undefined,
  whenOpen: WhenOpen = async () => steps.overStep(service),
  byLink = false,
): Promise<Response> {
  if (status?.state === 'open') return renderClaim(service, await whenOpen(status))
  if (status?.state === 'denied') return renderClaim(service, steps.deniedStep(service))
  if (status?.state === 'revoked') return renderClaim(service, steps.endedStep(service))
  if (status?.state !== 'confirmed') return renderClaim(service, steps.overStep(service), status ? 410 : 404)
  const { claimRef, decision } = status
  const code = byLink ? await readBackCode(service, claimRef.sub) : undefined
  return renderClaim(service, steps.confirmedStep(service, code, decision.isCodeless === true))
}

async function agentRequest(service: ClaimContext, { attempt }: confirmation.OpenClaim): Promise<steps.AgentRequest> {
  const parties = await openParties(service, attempt)
  // Eastern time, because most readers are there, like the firm.
  const inWords = (iso: string) => officeTime(iso, WORDS[service.language].locale, 'long')
  return {
    startedAt: inWords(attempt.startedAt),
    expiresAt: inWords(attempt.expiresAt),
    maskedEmail: maskEmail(parties?.email ?? '?@?'),
    clientName: parties?.clientName,
  }
}

/** @param form sent fields. Those that name a claim become the query of `currentPath`; without them, it keeps the request's query */
function claimContext(request: Request, service: Service, form?: URLSearchParams): ClaimContext {
  const { pathname, search } = new URL(request.url)
  const named = ADDRESS_FIELDS.flatMap((name) => (form?.get(name) ? [[name, form.get(name) ?? '']] : []))
  const query = named.length > 0 ? `?${new URLSearchParams(named)}` : search
  const language = languageOf(pathname)
  return { ...service, language, currentPath: englishPath(pathname) + query }
}

async function drawStep(context: ClaimContext, { title, content }: steps.Step): Promise<string> {
  const { language, languages, currentPath, published } = context
  const built = await published.read(pageFile(language, `${PATHS.claim}/`))
  return fillRegions(await fillTitle(built, title), {
    [LANGUAGE_REGION]: languageSwitch(language, languages, (other) => pathIn(other, currentPath)),
    [REGION]: content,
  })
}

const renderClaim = async (context: ClaimContext, step: steps.Step, status = 200, headers?: Record<string, string>) =>
  page(status, await drawStep(context, step), headers)

export const claim = pageEndpoint({ GET: showClaim, POST: handleForm })
