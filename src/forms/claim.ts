/**
 * `/claim` and `/claim/confirm`: the pages on which a person vouches for an agent. Nothing changes on GET: mail scanners
 * and previews open addresses.
 */
import { type ClaimAddress, readClaimAddress } from '../agents/claims/claim.ts'
import { parseCode } from '../agents/claims/user-code.ts'
import {
  createLink,
  decide,
  enterCode,
  readLink,
  readStep,
  type Standing,
  standingOf,
} from '../agents/claims/confirmation.ts'
import type { Decision } from '../agents/decision.ts'
import { readBackCode } from '../agents/claims/delivery.ts'
import { masked, openEmail } from '../agents/person.ts'
import {
  checkStep,
  codeStep,
  confirmedStep,
  decideStep,
  deniedStep,
  overStep,
  type AgentRequest as Asked,
  sentStep,
  startStep,
  troubleStep,
} from '../views/claim-steps.ts'
import { CLAIM_WORDS } from '../views/claim-words.ts'
import { LANGUAGE_REGION, languageSwitch } from '../views/language-switch.ts'
import { fillRegion, ROBOTS_REGION } from '../views/region.ts'
import { WORDS } from '../views/words.ts'
import { storeClaimLink } from '../mail/claim-mail.ts'
import { sendSoon } from '../mail/outbox-runner.ts'
import { nationalTelephone } from '../firm/firm.ts'
import { type Language, languageOf, pathIn, plainPath } from '../language.ts'
import { officeTime } from '../dates.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { admit } from '../service/rate-limit.ts'
import { tellAgentLinked } from '../service/announce-agent.ts'
import { readForm } from '../http/body.ts'
import { asProblem, type Handler, pageEndpoint } from '../http/endpoint.ts'
import { requireOwnPage } from '../http/same-origin.ts'
import { page } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'

/** The built page in a language, and its region. */
const templateIn = (language: Language) => pathIn(language, '/claim/index.html').slice(1)
const REGION = 'claim'

/** The service, the language of the page that was asked for, and its address in English if it can be opened again. */
type Here = Service & { language: Language; address: string | undefined }

type Html = ReturnType<typeof overStep>
type Open = Extract<Standing, { state: 'open' }>

const isConfirmPage = (request: Request) => plainPath(new URL(request.url).pathname).startsWith(PATHS.claimConfirm)

function hereOf(request: Request, service: Service): Here {
  const { pathname, search } = new URL(request.url)
  return {
    ...service,
    language: languageOf(pathname),
    address: request.method === 'POST' ? undefined : plainPath(pathname) + search,
  }
}

const show: Handler = async (request, _caller, world) => {
  const service = hereOf(request, world)
  const { searchParams } = new URL(request.url)
  const firm = firmOf(service)
  if (isConfirmPage(request)) {
    const link = searchParams.get('link') ?? ''
    const address = await readLink(service, link)
    const standing = address && (await standingOf(service, address))
    return answer(service, standing, async (open) => decideStep(firm, await askedBy(service, open), link), true)
  }
  const attempt = searchParams.get('attempt')
  if (attempt === null) return start(service)
  const address = await readClaimAddress(service, attempt)
  const standing = address && (await standingOf(service, address))
  return answer(service, standing, async () => codeStep(firm, attempt))
}

const act: Handler = async (request, caller, world) => {
  const service = hereOf(request, world)
  try {
    requireOwnPage(request, service.base)
    const form = await readForm(request)
    const field = (name: string) => form.get(name) ?? ''
    if (isConfirmPage(request)) return await confirm(service, field('link'), field('decision'))
    if (field('step')) return await goOn(service, field('step'), field('action'))
    return await tryCode(service, caller, field('attempt'), field('code'))
  } catch (error) {
    const problem = asProblem(error, service)
    return draw(
      service,
      troubleStep(firmOf(service), sentenceOf(problem, service.language)),
      problem.status,
      problem.headers,
    )
  }
}

/** Step 1: the code. */
async function tryCode(service: Here, caller: Caller, attempt: string, code: string): Promise<Response> {
  const firm = firmOf(service)
  const address = await readClaimAddress(service, attempt)
  const standing = address && (await standingOf(service, address))
  return answer(service, standing, async (open) => {
    await admit('code-try', caller, service)
    const tried = await enterCode(service, open, code)
    if ('step' in tried)
      return checkStep(
        firm,
        await askedBy(service, open),
        { step: tried.step, code: parseCode(code) },
        service.mailer !== undefined,
      )
    if (tried.left === 0) return overStep(firm)
    return codeStep(firm, attempt, CLAIM_WORDS[firm.language].code.wrong(tried.left))
  })
}

/** Step 1, after the code: the mail with the link is stored, which is a promise that it will be sent, or the request is denied. */
async function goOn(service: Here, step: string, action: string): Promise<Response> {
  const firm = firmOf(service)
  const address = await readStep(service, step)
  if (address && action === 'deny')
    return answer(service, await decided(service, address, 'denied', 'page'), async () => overStep(firm))
  const standing = address && (await standingOf(service, address))
  return answer(service, standing, async (open) => {
    if (!service.mailer) return checkStep(firm, await askedBy(service, open), { step }, false)
    const link = await createLink(service, open)
    if (!link) return troubleStep(firm, CLAIM_WORDS[service.language].trouble.mailedOften)
    await admit('claim-mail', { address: open.record.person }, service)
    sendSoon(service, [await storeClaimLink(service, { ...link, language: service.language })])
    service.log('claim.link-sent', { registration: open.address.sub, attempt: open.address.attempt })
    return sentStep(firm, masked(link.email))
  })
}

/** Step 2: the choice of whoever holds the link from the mail. */
async function confirm(service: Here, link: string, decision: string): Promise<Response> {
  const address = await readLink(service, link)
  if (decision !== 'confirmed' && decision !== 'denied')
    throw new Problem('invalid-request', { detail: CLAIM_WORDS[service.language].trouble.choose })
  const standing = address && (await decided(service, address, decision, 'link'))
  return answer(service, standing, async () => overStep(firmOf(service)), true)
}

async function decided(
  service: Here,
  address: ClaimAddress,
  outcome: Decision['outcome'],
  by: Decision['by'],
): Promise<Standing> {
  const decision = await decide(service, address, { outcome, by })
  if (decision) await tellAgentLinked(service, address.sub, decision, service.language)
  return decision ? { state: decision.outcome, address, decision } : { state: 'over' }
}

/**
 * Draws the page of a claim as it stands.
 * @param byLink whether it was opened with the link from the mail: the agent knows the other address, and must not read the code there
 */
async function answer(
  service: Here,
  standing: Standing | undefined,
  whenOpen: (open: Open) => Promise<Html>,
  byLink = false,
): Promise<Response> {
  const firm = firmOf(service)
  switch (standing?.state) {
    case 'open':
      return draw(service, await whenOpen(standing))
    case 'confirmed':
      return draw(
        service,
        confirmedStep(
          firm,
          byLink ? await readBackCode(service, standing.address.sub, standing.decision.attempt) : undefined,
        ),
      )
    case 'denied':
      return draw(service, deniedStep(firm))
    default:
      return draw(service, overStep(firm), standing ? 410 : 404)
  }
}

async function askedBy(service: Here, { record }: Open): Promise<Asked> {
  const email = await openEmail(service, record)
  // The firm is in Florida, and so are most who read this.
  const shown = (iso: string) => officeTime(iso, WORDS[service.language].locale, 'long')
  return { startedAt: shown(record.startedAt), expiresAt: shown(record.expiresAt), maskedEmail: masked(email ?? '?@?') }
}

function firmOf({ language, firm: { name, telephone, email } }: Here) {
  return { language, name, telephone, email, shownTelephone: nationalTelephone(telephone) }
}

function sentenceOf(problem: Problem, language: Language): string {
  const words = CLAIM_WORDS[language].trouble
  switch (problem.code) {
    case 'rate-limited':
      return words.tooMany(problem.headers['Retry-After'] ?? '')
    case 'foreign-page':
      return words.foreign
    case 'service-unavailable':
    case 'internal-error':
      return words.notStored
    default:
      return problem.detail
  }
}

async function fill({ language, address, published }: Here, content: Html): Promise<string> {
  const switches =
    address === undefined ? '' : String(await languageSwitch(language, (other) => pathIn(other, address)))
  const template = fillRegion(await published.read(templateIn(language)), LANGUAGE_REGION, switches)
  return fillRegion(template, REGION, String(await content))
}

async function draw(
  service: Here,
  content: Html,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return page(status, await fill(service, content), headers)
}

/** The page by itself, which may be found; what belongs to a claim may not. */
async function start(service: Here): Promise<Response> {
  return page(200, fillRegion(await fill(service, startStep(firmOf(service))), ROBOTS_REGION, ''), {
    'X-Robots-Tag': 'all',
  })
}

export const claim = pageEndpoint({ GET: show, POST: act })
