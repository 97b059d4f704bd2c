/** A world with a record of each kind that strangers, staff and mail servers cause. */
import { keepDroppedKeys } from '../../src/commands/store.ts'
import { MINUTE_MS } from '../../src/duration.ts'
import { retryNow } from '../../src/mail/tries.ts'
import { outboxStatus } from '../../src/mail/outbox.ts'
import { NotDelivered, StoreUnavailable } from '../../src/ports.ts'
import { replaceKnownList } from '../../src/conflicts/known-parties.ts'
import { writeDownCall } from '../../src/service/submit-inquiry.ts'
import { eraseInquiries } from '../../src/service/erasure.ts'
import { checkReadiness } from '../../src/service/readiness.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { remindStaff } from '../../src/service/staff-mail.ts'
import { checkLayout } from '../../src/store/version.ts'
import { endSession, startSession } from '../../src/staff/session.ts'
import { createChallenge, useChallenge } from '../../src/staff/passkey.ts'
import { revokeMember } from '../../src/staff/staff-member.ts'
import type { TestAgent } from '../test-agent.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { INBOX_PRIVATE_KEY, KEY_SET, STAFF_INBOX, VALID_INQUIRY } from '../test-desk.ts'
import { createVouchedAgent } from '../agents/identity/vouched-agent.ts'

/** Use it after `useTwoIssuers()`. */
export async function writeEachKind(): Promise<TestAgent> {
  const used = await createVouchedAgent()
  const { service } = used
  await checkLayout(service.store)
  await keepDroppedKeys(service.store, KEY_SET, [INBOX_PRIVATE_KEY], service.clock.now().toISOString())
  const { id: member, get } = await openSignedInBrowser(used)
  used.advance(5 * MINUTE_MS)
  await get('/desk')
  await endSession(service, (await startSession(service, member)).id)
  await useChallenge(service, await createChallenge(service, 'sign-in'))
  await revokeMember(service, member)
  await used.submit({ date: '2026-12-31' }, { 'Idempotency-Key': 'k' })
  for (const status of ['closed', 'contacted'] as const) {
    const id = await used.submit()
    await makeChanges(used, id, { status: 'closed' })
    if (status !== 'closed') await makeChanges(used, id, { status, note: 'x' })
  }
  await writeDownCall(
    service,
    { ...VALID_INQUIRY, phone: '386 555 0187', urgent: true },
    { writtenBy: 'CLERK001', isNoticeRead: true, wantsReceipt: false },
  )
  await eraseInquiries(service, STAFF_INBOX, [await used.submit()], { by: 'CLERK001', keepsNames: true })
  const suspect = await used.submit({ message: 'https://a.example https://b.example https://c.example' })
  await makeChanges(used, suspect, { finding: 'none' }, { status: 'closed' })
  await remindStaff(service)
  const { token, registration } = await used.anonymousToken()
  await used.revoke(token)
  await used.revoke(registration.identity_assertion)
  await used.present(await used.vouch({ email: 'bob@example.com' }))
  const { claim_token } = await used.serviceAuth()
  // Nobody decides this one.
  await used.serviceAuth('bea@example.com')
  const claim = await used.claimFor(claim_token)
  await used.decide(await used.openLink(claim), 'confirmed')
  await used.complete(claim_token, 'BCDF-GHJK')
  await used.poll(claim_token)
  await replaceKnownList(service, [{ name: 'Acme', role: 'client' }], 'CLERK001')
  service.mailer = { send: () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await used.submit()
  // This check wrote its record, and ended before it removed it.
  const cutOff = { ...used.store, remove: () => Promise.reject(new StoreUnavailable('down')) }
  await checkReadiness({ ...service, store: cutOff })
  for (let tries = 0; tries < 3; tries++) {
    for (const message of (await outboxStatus(service)).failing) await retryNow(service, message)
    await used.settle()
    used.advance(3 * MINUTE_MS)
  }
  await runHousekeeping(service)
  return used
}
