/**
 * `/claim` and `/claim/confirm`: the pages on which a person confirms or denies an agent's request to act for them. GET
 * changes nothing, because mail scanners and link previews open every address they find.
 */
import { type ClaimRef, readClaimPageRef } from '../agents/claims/claim.ts'
import { parseCode } from '../agents/claims/user-code.ts'
import {
  createConfirmationLink,
  decide,
  verifyCode,
  readConfirmationLink,
  readStepToken,
  type ClaimStatus,
  claimStatus,
} from '../agents/claims/confirmation.ts'
import type { Decision } from '../agents/decision.ts'
import { readBackCode } from '../agents/claims/delivery.ts'
import { maskEmail, openEmail } from '../agents/person.ts'
import {
  checkStep,
  codeStep,
  confirmedStep,
  decideStep,
  deniedStep,
  overStep,
  type AgentRequest,
  sentStep,
  startStep,
  errorStep,
} from '../views/claim-steps.ts'
import { CLAIM_WORDS } from '../views/claim-words.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import type { Html } from '../views/html.ts'
import { fillRegion, ROBOTS_REGION } from '../views/region.ts'
import { WORDS } from '../views/words.ts'
import { postAndSend } from '../mail/first-try.ts'
import { nationalTelephone } from '../firm/firm.ts'
import { type Language, languageOf, pathIn, plainPath } from '../language.ts'
import { officeTime } from '../dates.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { notifyAgentLinked } from '../service/notify-agent-linked.ts'
import { readForm } from '../http/body.ts'
import { toProblem, type Handler, pageEndpoint } from '../http/endpoint.ts'
import { descriptionOf } from '../http/user-message.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { page } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'

/** File of the built page in a language, and the name of the region that the steps fill. */
const templateIn = (language: Language) => pathIn(language, '/claim/index.html').slice(1)
const REGION = 'claim'

/** Adds the language of the page and its English path; the path is undefined after a POST, which a link cannot repeat. */
type ClaimContext = Service & { language: Language; currentPath: string | undefined }

type OpenClaim = Extract<ClaimStatus, { state: 'open' }>

const isConfirmPage = (request: Request) => plainPath(new URL(request.url).pathname).startsWith(PATHS.claimConfirm)

function claimContext(request: Request, service: Service): ClaimContext {
  const { pathname, search } = new URL(request.url)
  return {
    ...service,
    language: languageOf(pathname),
    currentPath: request.method === 'POST' ? undefined : plainPath(pathname) + search,
  }
}

const showClaim: Handler = async (request, _caller, ports) => {
  const service = claimContext(request, ports)
  const { searchParams } = new URL(request.url)
  const firm = firmOf(service)
  if (isConfirmPage(request)) {
    const link = searchParams.get('link') ?? ''
    const claimRef = await readConfirmationLink(service, link)
    const status = claimRef && (await claimStatus(service, claimRef))
    return claimResponse(
      service,
      status,
      async (open) => decideStep(firm, await agentRequest(service, open), link),
      true,
    )
  }
  const attempt = searchParams.get('attempt')
  if (attempt === null) return showStart(service)
  const claimRef = await readClaimPageRef(service, attempt)
  const status = claimRef && (await claimStatus(service, claimRef))
  return claimResponse(service, status, async () => codeStep(firm, attempt))
}

const handleForm: Handler = async (request, caller, ports) => {
  const service = claimContext(request, ports)
  try {
    requireSameOrigin(request, service.base)
    const form = await readForm(request)
    const field = (name: string) => form.get(name) ?? ''
    if (isConfirmPage(request)) return await confirmByLink(service, field('link'), field('decision'))
    if (field('step')) return await continueClaim(service, field('step'), field('action'))
    return await tryCode(service, caller, field('attempt'), field('code'))
  } catch (error) {
    const problem = toProblem(error, service, caller)
    return renderClaim(
      service,
      errorStep(firmOf(service), descriptionOf(problem, service.language)),
      problem.status,
      problem.headers,
    )
  }
}

/** Step 1: checks the code. */
async function tryCode(service: ClaimContext, caller: Caller, attempt: string, code: string): Promise<Response> {
  const firm = firmOf(service)
  const claimRef = await readClaimPageRef(service, attempt)
  const status = claimRef && (await claimStatus(service, claimRef))
  return claimResponse(service, status, async (open) => {
    await consumeRateLimit('code-try', caller, service)
    const result = await verifyCode(service, open, code)
    if ('step' in result)
      return checkStep(
        firm,
        await agentRequest(service, open),
        { step: result.step, code: parseCode(code) },
        service.mailer !== undefined,
      )
    if (result.triesLeft === 0) return overStep(firm)
    return codeStep(firm, attempt, CLAIM_WORDS[firm.language].code.wrong(result.triesLeft))
  })
}

/** Step 1, after the code: stores the mail with the link in the outbox, which will send it, or denies the request. */
async function continueClaim(service: ClaimContext, step: string, action: string): Promise<Response> {
  const firm = firmOf(service)
  const claimRef = await readStepToken(service, step)
  if (claimRef && action === 'deny')
    return claimResponse(service, await decideClaim(service, claimRef, 'denied', 'page'), async () => overStep(firm))
  const status = claimRef && (await claimStatus(service, claimRef))
  return claimResponse(service, status, async (open) => {
    if (!service.mailer) return checkStep(firm, await agentRequest(service, open), { step }, false)
    // The budget of the address first, because a refusal must not use up a mail of the claim; and not for a claim that has none left.
    if (!open.isMailedOut) await consumeRateLimit('claim-mail', { address: open.record.person }, service)
    const link = await createConfirmationLink(service, open)
    if (!link) return errorStep(firm, CLAIM_WORDS[service.language].trouble.mailedOften)
    await postAndSend(service, {
      at: service.clock.now().toISOString(),
      about: { claim: open.claimRef.sub },
      message: { kind: 'link', to: link.email, link: link.link, language: service.language },
    })
    service.log('claim.link-sent', { registration: open.claimRef.sub, attempt: open.claimRef.attempt })
    return sentStep(firm, maskEmail(link.email))
  })
}

/** Step 2: confirms or denies with the link from the mail. */
async function confirmByLink(service: ClaimContext, link: string, decision: string): Promise<Response> {
  const claimRef = await readConfirmationLink(service, link)
  if (decision !== 'confirmed' && decision !== 'denied')
    throw new Problem('invalid-request', { detail: CLAIM_WORDS[service.language].trouble.choose })
  const status = claimRef && (await decideClaim(service, claimRef, decision, 'link'))
  return claimResponse(service, status, async () => overStep(firmOf(service)), true)
}

async function decideClaim(
  service: ClaimContext,
  claimRef: ClaimRef,
  outcome: Decision['outcome'],
  by: Decision['by'],
): Promise<ClaimStatus> {
  const decision = await decide(service, claimRef, { outcome, by })
  if (decision) await notifyAgentLinked(service, claimRef.sub, decision, service.language)
  return decision ? { state: decision.outcome, claimRef, decision } : { state: 'over' }
}

/**
 * Draws the page for the present state of a claim.
 * @param byLink whether it was opened with the link from the mail. Only then may it show the read-back code: the agent knows the other address.
 */
async function claimResponse(
  service: ClaimContext,
  status: ClaimStatus | undefined,
  whenOpen: (open: OpenClaim) => Promise<Html>,
  byLink = false,
): Promise<Response> {
  const firm = firmOf(service)
  switch (status?.state) {
    case 'open':
      return renderClaim(service, await whenOpen(status))
    case 'confirmed':
      return renderClaim(
        service,
        confirmedStep(
          firm,
          byLink ? await readBackCode(service, status.claimRef.sub, status.decision.attempt) : undefined,
        ),
      )
    case 'denied':
      return renderClaim(service, deniedStep(firm))
    default:
      return renderClaim(service, overStep(firm), status ? 410 : 404)
  }
}

async function agentRequest(service: ClaimContext, { record }: OpenClaim): Promise<AgentRequest> {
  const email = await openEmail(service, record)
  // Florida time: most readers are there, like the firm.
  const formatTime = (iso: string) => officeTime(iso, WORDS[service.language].locale, 'long')
  return {
    startedAt: formatTime(record.startedAt),
    expiresAt: formatTime(record.expiresAt),
    maskedEmail: maskEmail(email ?? '?@?'),
  }
}

function firmOf({ language, firm: { name, telephone, email } }: ClaimContext) {
  return { language, name, telephone, email, shownTelephone: nationalTelephone(telephone) }
}

async function fillTemplate({ language, currentPath, published }: ClaimContext, content: Html): Promise<string> {
  const languageLinks =
    currentPath === undefined ? '' : String(await languageSwitch(language, (other) => pathIn(other, currentPath)))
  const template = fillRegion(await published.read(templateIn(language)), LANGUAGE_REGION, languageLinks)
  return fillRegion(template, REGION, String(await content))
}

async function renderClaim(
  service: ClaimContext,
  content: Html,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return page(status, await fillTemplate(service, content), headers)
}

/** The page without a claim. Only this one may be indexed by search engines. */
async function showStart(service: ClaimContext): Promise<Response> {
  return page(200, fillRegion(await fillTemplate(service, startStep(firmOf(service))), ROBOTS_REGION, ''), {
    'X-Robots-Tag': 'all',
  })
}

export const claim = pageEndpoint({ GET: showClaim, POST: handleForm })
