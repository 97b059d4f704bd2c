/** Each form of the desk ends in a line that says what happened, and is done once if it is sent twice, one after the other or at once. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { startSession } from '../../src/staff/session.ts'
import { NotDelivered } from '../../src/ports.ts'
import { blocksOf } from '../table.ts'
import { agent, useAgent } from '../test-agent.ts'
import { createPasskey } from './authenticator.ts'
import { addStaff, attemptOf, openSignedInBrowser } from './browser.ts'
import { pairsOf } from './inquiries/desk-client.ts'

useAgent({ factor: 1000 })

type Member = Awaited<ReturnType<typeof openSignedInBrowser>>
type Sent = [path: string, fields: [string, string][]]

/** A form as it stands on a page, with what a member enters. */
async function formOn(member: Member, page: string, action: RegExp, entered: [string, string][] = []): Promise<Sent> {
  const { html } = await member.get(page)
  const forms = parse(html).querySelectorAll('form[method=post]')
  const form = forms.find((one) =>
    action.test(`${one.getAttribute('action')} ${one.querySelector('[name=what]')?.getAttribute('value')}`),
  )
  const hidden = form?.querySelectorAll('input[type=hidden]:not([name=csrf])') ?? []
  return [form?.getAttribute('action') ?? 'no form', [...pairsOf(hidden), ...entered]]
}
const fieldsIn = (entered: string | undefined) => [...new URLSearchParams(entered)]
/** @returns the address of the link on the page that holds this part */
async function linkOn(member: Member, page: string, part: string): Promise<string> {
  const root = parse((await member.get(page)).html)
  return root.querySelector(`a[href*="${part}"]`)?.getAttribute('href') ?? ''
}
const pageOf = async () => `/desk/inquiries/${await agent.inquire()}`
const several = async (member: Member, what: string): Promise<Sent> => {
  await agent.inquire()
  const box = parse((await member.get('/desk/inquiries')).html).querySelector('[name=pick]')
  const entered = fieldsIn(`what=${what}&pick=${box?.getAttribute('value')}`)
  return formOn(member, '/desk/inquiries', /several/, entered)
}
const claimPage = async () => `/desk/claims/${(await agent.serviceAuth()).id}`
const onPasskeys = async (member: Member): Promise<Sent> => {
  const options: unknown = JSON.parse((await member.get('/desk/staff/passkeys/options')).html)
  const { answer } = createPasskey(options as Parameters<typeof createPasskey>[0])
  return ['/desk/staff/passkeys', Object.entries({ name: 'Phone', passkey: answer })]
}

/** The forms of the last block. */
const MADE: Readonly<Record<string, (member: Member) => Promise<Sent>>> = {
  '/inquiries/several': (member) => several(member, 'close'),
  '/inquiries/several decline': (member) => several(member, 'decline-no'),
  '/inquiries/several/undo': async (member) => {
    const done = await member.post(...(await several(member, 'decline-no')))
    const picks = parse(done.html).querySelectorAll('[action$="/undo"] [name=pick]')
    return ['/desk/inquiries/several/undo', pairsOf(picks)]
  },
  '/inquiries/:reference/erase': async (member) => {
    const page = await pageOf()
    const entered = fieldsIn(`no-dispute=yes&confirm=${page.slice(-9)}`)
    return formOn(member, await linkOn(member, page, '/erase'), /erase/, entered)
  },
  '/inquiries/:reference/appointment': async (member) => {
    const page = await pageOf()
    await member.post(...(await formOn(member, page, / conflict$/, fieldsIn('finding=none&elsewhere=yes'))))
    const entered = `day=2026-12-01&time=10:00&minutes=30&kind=you_call&what=set&member=${member.id}`
    return formOn(member, await linkOn(member, page, '/appointment'), /appointment/, fieldsIn(entered))
  },
  '/claims': async () => ['/desk/claims', [['code', (await agent.serviceAuth()).claim.user_code]]],
  '/claims/:registration': async (member) => {
    const path = await claimPage()
    const attempt = attemptOf((await member.get(path)).html)
    return [path, fieldsIn(`attempt=${attempt}&decision=confirmed&verified=call-back`)]
  },
  '/claims/:registration/revoke': async () => [`${await claimPage()}/revoke`, []],
  '/mail': async (member) => {
    Object.assign(agent.service, { mailer: { send: () => Promise.reject(new NotDelivered('ECONNECTION')) } })
    await agent.inquire()
    return formOn(member, '/desk/mail', /mail/)
  },
  '/staff/add': (member) => formOn(member, '/desk/staff', /staff\/add/, fieldsIn('name=Bo')),
  '/staff/members/:member': (member) =>
    formOn(member, `/desk/staff/members/${member.id}`, / name$/, fieldsIn('text=Olive Olson')),
  '/staff/:member/revoke': async () => [`/desk/staff/${(await addStaff(agent, 'Bo')).id}/revoke`, []],
  '/staff/sessions/:session/end': async (member) => {
    const { id } = await startSession(agent.service, member.id)
    return [`/desk/staff/sessions/${id}/end`, []]
  },
  '/staff/passkeys': onPasskeys,
  '/staff/passkeys/:member/:passkey/remove': async (member) => {
    await member.post(...(await onPasskeys(member)))
    return formOn(member, '/desk/staff', /passkeys.*remove/)
  },
}

type Row = [name: string, make: (member: Member) => Promise<Sent>, says: string]
const [ON_INQUIRY = [], AS_THEY_ARE = [], OTHERS = []] = blocksOf('tests/desk/said.txt')
/** What follows the path in a name distinguishes forms of one page. */
const FORMS = [
  ...ON_INQUIRY.map(([name = '', what, entered, says = '']): Row => {
    const make = async (member: Member) => formOn(member, await pageOf(), new RegExp(` ${what}$`), fieldsIn(entered))
    return [name, make, says]
  }),
  ...AS_THEY_ARE.map(([name = '', entered, says = '']): Row => {
    return [name, async () => (await agent.inquire(), [`/desk${name}`, fieldsIn(entered)]), says]
  }),
  ...OTHERS.map(([name = '', says = '']): Row => [name, MADE[name] ?? expect.unreachable(name), says]),
]

it('are all here', () => {
  const rows = DESK_PAGES.flatMap(({ path, POST }) => (POST ? [path] : []))
  expect([...new Set(FORMS.map(([name]) => name.split(' ')[0]))].sort()).toEqual(rows.sort())
})

it.each(FORMS)('%s says what happened, and twice is once, also at the same moment', async (_, make, says) => {
  const { store, mails } = agent
  const member = await openSignedInBrowser(agent)
  const sent = await make(member)
  const press = async () => {
    const { location, text } = await member.post(...sent)
    return (location === undefined ? text : (await member.get(location)).text).replace(/\s+/g, ' ')
  }
  /** What is stored, and how many mails were sent. The second time, new records have other keys. */
  const made = () => {
    const stored = store.keysOf(/^(inquiries|members|known|erased|claims)\//).map((key) => {
      const { changes = [], mail = [] } = JSON.parse(store.records.get(key) ?? '') as Record<string, unknown[]>
      return `${key.split('/')[0]} ${changes.length} ${mail.length}`
    })
    return [...stored.sort(), mails.length]
  }
  const before = [...store.records]
  const mailsBefore = mails.length
  expect(await press()).toMatch(new RegExp(says))
  const after = made()
  const isSaid = new RegExp(`${says}|already|There is no such|has no |nothing to erase`)
  expect(await press()).toMatch(isSaid)
  expect(made()).toEqual(after)

  store.records.clear()
  for (const [key, value] of before) store.records.set(key, value)
  mails.length = mailsBefore
  // The steps of both requests mix.
  store.latencyMs = 1
  for (const text of await Promise.all([press(), press()])) {
    expect(text).toMatch(isSaid)
    expect(text).not.toContain('Someone else changed this inquiry')
  }
  expect(made()).toEqual(after)
})
