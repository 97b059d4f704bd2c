/**
 * `POST /api/v1/inquiries`: an inquiry that an agent or a program sends.
 */
import { Problem, fieldErrors } from '../problem.ts'
import { optionalAgent } from '../http/bearer.ts'
import { readJsonObject } from '../http/body.ts'
import { apiEndpoint, type Handler } from '../http/endpoint.ts'
import { json } from '../http/respond.ts'
import { submitProgramInquiry } from '../service/submit-inquiry.ts'

const createInquiry: Handler = async (request, caller, service) => {
  const agent = await optionalAgent(request, service, 'inquiries.write')
  const key = idempotencyKey(request)
  const parsed = service.inquiryRequest.safeParse(await readJsonObject(request))
  if (!parsed.success) throw new Problem('invalid-request', { errors: fieldErrors(parsed.error) })
  const { receipt, rateLimitHeaders } = await submitProgramInquiry(service, caller, agent, {
    request: parsed.data,
    via: 'api',
    ...(key !== undefined && { key }),
  })
  return json(202, receipt, rateLimitHeaders)
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('invalid-request', {
    detail: 'The Idempotency-Key header must have 1 to 255 visible ASCII characters, without spaces.',
  })
}

export const inquiries = apiEndpoint({ POST: createInquiry })
