/** The subjects of the audit trail in words: each action has one that people can read. */
import { LIST_SUBJECT } from '../../../src/conflicts/known-parties.ts'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import ACTIONS from '../../../src/staff/actions.json' with { type: 'json' }
import { type Action, recordAudit } from '../../../src/staff/audit.ts'
import { endSession } from '../../../src/staff/session.ts'
import { desk, FIRM } from '../../test-desk.ts'
import { addStaff, openSession, owner, useOwner } from '../browser.ts'

const REGISTRATION = 'reg_7Q2mVtX0c3WkQmYh1uJd8A'
let ana: { id: string }
let session: string
useOwner()
beforeEach(async () => {
  ana = await addStaff(desk, 'Ana', false)
  session = (await openSession(desk, ana.id)).session
})

const SUBJECTS: Readonly<Record<string, readonly [subject: () => string, words: string | RegExp]>> = {
  session: [() => session, 'session of Ana, begun 10:04 a.m.'],
  staff: [() => ana.id, /^Ana$/],
  passkey: [() => ana.id, /^Ana$/],
  clients: [() => LIST_SUBJECT, 'the firm’s list'],
  address: [() => '1 claim', /^1 claim$/],
  inquiries: [() => '2026-10', /^October 2026$/],
  inquiry: [() => 'K7QM-2F9D', /^K7QM-2F9D$/],
  claims: [() => REGISTRATION, `claim of ${REGISTRATION}`],
  claim: [() => REGISTRATION, `claim of ${REGISTRATION}`],
  registration: [() => REGISTRATION, `claim of ${REGISTRATION}`],
  mail: [() => 'reply-K7QM-2F9D.2', 'Reply to a person, K7QM-2F9D'],
}

async function newestSubject(): Promise<string> {
  const { html } = await owner.get('/desk/audit')
  return /data-label="Subject">([^]*?)<\/td>/.exec(html)?.[1] ?? ''
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, '').trim()

it.each(Object.keys(ACTIONS) as Action[])('the subject of %s is shown in words', async (action) => {
  const [subject, words] = SUBJECTS[action.split('.')[0] ?? ''] ?? [() => '', 'no row in SUBJECTS']
  desk.advance(1)
  await recordAudit(desk.service, ana.id, action, subject())
  const shown = textOf(await newestSubject())
  expect(shown).toMatch(words)
  expect(shown).not.toMatch(/[0-9a-f]{16}/)
})

it.each([
  ['inquiries.listed', 'all', 'all months'],
  ['inquiries.listed', 'today', 'Today'],
  ['claims.searched', 'none', 'no claim was found'],
  ['mail.retried', 'late-C1ERK001', 'Late inquiries and those to look at again, to a member of the staff, C1ERK001'],
] as const)('%s of %j is %j', async (action, subject, words) => {
  desk.advance(1)
  await recordAudit(desk.service, owner.id, action, subject)
  expect(textOf(await newestSubject())).toBe(words)
})

it('links a claim only while there is a page of claims', async () => {
  desk.advance(1)
  await recordAudit(desk.service, owner.id, 'claim.opened', REGISTRATION)
  expect(await newestSubject()).toContain(`/desk/claims/${REGISTRATION}`)
  desk.service.firm = { ...FIRM, notOffered: ['agents'] }
  expect(textOf(await newestSubject())).toBe(`claim of ${REGISTRATION}`)
  expect(await newestSubject()).not.toContain('href')
})

it('names a session that ended long ago by its start in the trail, and otherwise by a few digits', async () => {
  await recordAudit(desk.service, ana.id, 'session.started', session)
  await endSession(desk.service, session)
  desk.advance(2 * DAY_MS)
  await runHousekeeping(desk.service)
  const later = await openSession(desk, owner.id)
  await recordAudit(desk.service, owner.id, 'session.ended', session)
  const shown = async () =>
    textOf(/data-label="Subject">([^]*?)<\/td>/.exec((await later.get('/desk/audit')).html)?.[1] ?? '')
  expect(await shown()).toContain('session of Ana, begun Nov 21')
  desk.advance(1)
  await recordAudit(desk.service, owner.id, 'session.ended', 'f'.repeat(64))
  expect(await shown()).toBe('a session that is no longer stored (ffffffff…)')
})
