/** `POST /mail/inbound`: a mail provider passes on an e-mail that was sent to INBOUND_MAIL. */
import { readBody } from '../http/body.ts'
import { type Handler, pageEndpoint } from '../http/endpoint.ts'
import { empty } from '../http/respond.ts'
import { isSameText, sha256 } from '../keys/hashes.ts'
import { MAX_MESSAGE } from '../mail/inbound-message.ts'
import { Problem } from '../problem.ts'
import { takeMail } from '../service/take-mail.ts'

const WRONG_SECRET = { detail: 'Send INBOUND_SECRET like this: Authorization: Bearer SECRET', reason: 'INBOUND_SECRET' }

const POST: Handler = async (request, _caller, service) => {
  const given = (request.headers.get('authorization') ?? '').replace(/^Bearer +/i, '')
  if (!isSameText(sha256(given), sha256(service.inboundSecret ?? '')))
    throw new Problem('invalid_token', { ...WRONG_SECRET, headers: { 'WWW-Authenticate': 'Bearer' } })
  await takeMail(service, await readBody(request, 'message/rfc822', MAX_MESSAGE))
  return empty(204)
}

/** Answers 404 until the inbound address and INBOUND_SECRET are both set. */
export const inbound = pageEndpoint({ POST }, (_, { inboundMail, inboundSecret }) =>
  Boolean(inboundMail && inboundSecret),
)
