/** The subjects of the audit trail in words: each action has one that people can read. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/duration.ts'
import { runHousekeeping } from '../../../src/service/housekeeping.ts'
import ACTIONS from '../../../src/staff/actions.json' with { type: 'json' }
import { type Action, recordAudit } from '../../../src/staff/audit.ts'
import { endSession } from '../../../src/staff/session.ts'
import { blocksOf } from '../../table.ts'
import { desk, FIRM } from '../../test-desk.ts'
import { addStaff, type Browser, openSession, owner, useOwner } from '../browser.ts'

const REGISTRATION = 'reg_7Q2mVtX0c3WkQmYh1uJd8A'
let ana: { id: string }
let session: string
useOwner()
beforeEach(async () => {
  ana = await addStaff(desk, 'Ana', false)
  session = (await openSession(desk, ana.id)).session
})

const [KINDS = [], WHOLE = []] = blocksOf('tests/desk/staff/audit-subject.txt')
const inFull = (text = '') =>
  text.replace('{session}', session).replace('{ana}', ana.id).replace('{claim}', REGISTRATION)

async function newestSubject(browser: Browser = owner): Promise<string> {
  const { html } = await browser.get('/desk/audit')
  return /data-label="Subject">([^]*?)<\/td>/.exec(html)?.[1] ?? ''
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, '').trim()

const kindOf = (action: string) => KINDS.find(([kind]) => kind === action.split('.')[0]) ?? []
const OF_KINDS = Object.keys(ACTIONS).map((action) => [action, ...kindOf(action).slice(1)])
it.each([...OF_KINDS, ...WHOLE])('the subject of %s is shown in words (%s)', async (action, subject, words) => {
  desk.advance(1)
  await recordAudit(desk.service, ana.id, action as Action, inFull(subject))
  expect(textOf(await newestSubject())).toBe(inFull(words))
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
  expect(textOf(await newestSubject(later))).toContain('session of Ana, begun Nov 21')
  desk.advance(1)
  await recordAudit(desk.service, owner.id, 'session.ended', 'f'.repeat(64))
  expect(textOf(await newestSubject(later))).toBe('a session that is no longer stored (ffffffff…)')
})
