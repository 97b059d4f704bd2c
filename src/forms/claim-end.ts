/**
 * `/claim/end`: a person ends what an agent may do for them, with the link in the mail that says that it was linked. GET changes
 * nothing, because mail scanners open every address.
 */
import { readEndLink } from '../agents/claims/linked-notice.ts'
import { isRegistrationRevoked, revokeRegistration } from '../agents/registration.ts'
import { endedStep, endLinkInvalid, endStep } from '../views/claim-steps.ts'
import { type ClaimContext, shownFirm, renderClaim } from './claim-page.ts'

/** The page with the button; or that it has ended already. */
export async function showEnd(service: ClaimContext, link: string): Promise<Response> {
  const registration = await readEndLink(service, link)
  if (registration === undefined) return renderClaim(service, endLinkInvalid(shownFirm(service)), 404)
  const isEnded = await isRegistrationRevoked(service, registration)
  return renderClaim(service, isEnded ? endedStep(shownFirm(service)) : endStep(shownFirm(service), link))
}

/** @throws StoreUnavailable, Problem */
export async function endByLink(service: ClaimContext, link: string): Promise<Response> {
  const registration = await readEndLink(service, link)
  if (registration === undefined) return renderClaim(service, endLinkInvalid(shownFirm(service)), 404)
  await revokeRegistration(service, registration, 'person')
  return renderClaim(service, endedStep(shownFirm(service)))
}
