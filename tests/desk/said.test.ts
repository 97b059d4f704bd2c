/** Each form of the desk ends in a line that says what happened, and sent twice it is done once. */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { DESK_PAGES } from '../../src/desk/routes.ts'
import { startSession } from '../../src/staff/session.ts'
import { NotDelivered } from '../../src/ports.ts'
import { agent, useAgent } from '../test-agent.ts'
import { createPasskey } from './authenticator.ts'
import { addStaff, attemptOf, openSignedInBrowser } from './browser.ts'
import { pairsOf } from './inquiries/desk-client.ts'

useAgent({ factor: 1000 })

type Member = Awaited<ReturnType<typeof openSignedInBrowser>>
type Sent = [path: string, fields: [string, string][]]

/** A form as it stands on a page, with what a member enters. */
async function formOn(
  member: Member,
  page: string,
  action: RegExp,
  entered: Record<string, string> = {},
): Promise<Sent> {
  const { html } = await member.get(page)
  const forms = parse(html).querySelectorAll('form[method=post]')
  const form = forms.find((one) =>
    action.test(`${one.getAttribute('action')} ${one.querySelector('[name=what]')?.getAttribute('value')}`),
  )
  const hidden = form?.querySelectorAll('input[type=hidden]:not([name=csrf])') ?? []
  return [form?.getAttribute('action') ?? 'no form', [...pairsOf(hidden), ...Object.entries(entered)]]
}
/** @returns the address of the link on the page that holds this part */
async function linkOn(member: Member, page: string, part: string): Promise<string> {
  const root = parse((await member.get(page)).html)
  return root.querySelector(`a[href*="${part}"]`)?.getAttribute('href') ?? ''
}
const pageOf = async () => `/desk/inquiries/${await agent.inquire()}`
const several = async (member: Member, what: string): Promise<Sent> => {
  await agent.inquire()
  const box = parse((await member.get('/desk/inquiries')).html).querySelector('[name=pick]')
  return formOn(member, '/desk/inquiries', /several/, { what, pick: box?.getAttribute('value') ?? '' })
}
async function claim(): Promise<[id: string, code: string]> {
  const { id, claim: asked } = await agent.serviceAuth()
  return [id, asked.user_code]
}
const MARK = { finding: 'none', elsewhere: 'yes' }
const APPOINTMENT = { day: '2026-12-01', time: '10:00', minutes: '30', kind: 'you_call' }
const onPasskeys = async (member: Member): Promise<Sent> => {
  const options: unknown = JSON.parse((await member.get('/desk/staff/passkeys/options')).html)
  const { answer } = createPasskey(options as Parameters<typeof createPasskey>[0])
  return ['/desk/staff/passkeys', Object.entries({ name: 'Phone', passkey: answer })]
}

/** Each form, by its row of `DESK_PAGES`; what follows the path distinguishes forms of one page. */
const FORMS: Readonly<Record<string, [make: (member: Member) => Promise<Sent>, says: RegExp]>> = {
  '/inquiries': [
    async () => (await agent.inquire(), ['/desk/inquiries', [['search', 'ana']]]),
    /All inquiries were searched/,
  ],
  '/inquiries/several': [(member) => several(member, 'close'), /One inquiry was closed\./],
  '/inquiries/several decline': [
    (member) => several(member, 'decline-no'),
    /One inquiry was declined, each with the letter/,
  ],
  '/inquiries/several/undo': [
    async (member) => {
      const done = await member.post(...(await several(member, 'decline-no')))
      const picks = parse(done.html).querySelectorAll('[action$="/undo"] [name=pick]')
      return ['/desk/inquiries/several/undo', pairsOf(picks)]
    },
    /One inquiry was taken back: no letter was sent\./,
  ],
  '/inquiries/:reference': [
    async (member) => formOn(member, await pageOf(), / save$/, { take: 'yes' }),
    /assigned to you\./,
  ],
  '/inquiries/:reference note': [
    async (member) => formOn(member, await pageOf(), / save$/, { note: 'x' }),
    /Note added\./,
  ],
  '/inquiries/:reference reply': [
    async (member) => formOn(member, await pageOf(), / reply$/, { note: 'Dear Ana' }),
    /Reply (sent|stored)/,
  ],
  '/inquiries/:reference call': [
    async (member) => formOn(member, await pageOf(), / contact$/, { contact: 'none' }),
    /Recorded: no answer\./,
  ],
  '/inquiries/:reference mark': [
    async (member) => formOn(member, await pageOf(), / conflict$/, MARK),
    /Marked “no conflict”/,
  ],
  '/inquiries/:reference hold': [
    async (member) => formOn(member, await pageOf(), / hold$/, { note: 'A dispute.' }),
    /Under a legal hold\./,
  ],
  '/inquiries/:reference/erase': [
    async (member) => {
      const page = await pageOf()
      return formOn(member, await linkOn(member, page, '/erase'), /erase/, {
        confirm: page.slice(-9),
        'no-dispute': 'yes',
      })
    },
    /erased/,
  ],
  '/inquiries/:reference/appointment': [
    async (member) => {
      const page = await pageOf()
      await member.post(...(await formOn(member, page, / conflict$/, MARK)))
      const link = await linkOn(member, page, '/appointment')
      return formOn(member, link, /appointment/, { ...APPOINTMENT, member: member.id, what: 'set' })
    },
    /The change of the appointment is stored\./,
  ],
  '/look-up': [
    async () => (await agent.inquire(), ['/desk/look-up', [['text', 'Ana Example']]]),
    /Inquiries from or about/,
  ],
  '/telephone': [
    async () => [
      '/desk/telephone',
      Object.entries({ step: 'store', name: 'Cy', phone: '386 555 0100', message: 'Call.' }),
    ],
    /The call is stored\./,
  ],
  '/clients': [async () => ['/desk/clients', [['text', 'name,role\nAcme Inc,client']]], /1 entry/],
  '/clients/remove': [async () => ['/desk/clients/remove', []], /The list is removed\./],
  '/claims': [async () => ['/desk/claims', [['code', (await claim())[1]]]], /The assistant|assistant/],
  '/claims/:registration': [
    async (member) => {
      const path = `/desk/claims/${(await claim())[0]}`
      const attempt = attemptOf((await member.get(path)).html)
      return [path, Object.entries({ attempt, decision: 'confirmed', verified: 'call-back' })]
    },
    /The claim is confirmed/,
  ],
  '/claims/:registration/revoke': [
    async () => [`/desk/claims/${(await claim())[0]}/revoke`, []],
    /The access of the assistant has ended\./,
  ],
  '/addresses': [
    async () => ['/desk/addresses', Object.entries({ email: 'ana@example.com', what: 'forget' })],
    /The address is forgotten/,
  ],
  '/mail': [
    async (member) => {
      Object.assign(agent.service, { mailer: { send: () => Promise.reject(new NotDelivered('ECONNECTION')) } })
      await agent.inquire()
      return formOn(member, '/desk/mail', /mail/)
    },
    /It was tried again\./,
  ],
  '/staff/add': [
    (member) => formOn(member, '/desk/staff', /staff\/add/, { name: 'Bo' }),
    /The key of Bo|was sent twice/,
  ],
  '/staff/members/:member': [
    (member) => formOn(member, `/desk/staff/members/${member.id}`, / name$/, { text: 'Olive Olson' }),
    /The name was changed\.|Someone else changed/,
  ],
  '/staff/:member/revoke': [
    async () => [`/desk/staff/${(await addStaff(agent, 'Bo')).id}/revoke`, []],
    /The member is revoked/,
  ],
  '/staff/sessions/:session/end': [
    async (member) => [`/desk/staff/sessions/${(await startSession(agent.service, member.id)).id}/end`, []],
    /The session has ended\.|No session was ended/,
  ],
  '/staff/passkeys': [onPasskeys, /The passkey is added\.|The passkey was not added/],
  '/staff/passkeys/:member/:passkey/remove': [
    async (member) => {
      await member.post(...(await onPasskeys(member)))
      return formOn(member, '/desk/staff', /passkeys.*remove/)
    },
    /The passkey is removed\.|No passkey was removed/,
  ],
}

it('are all here', () => {
  const rows = DESK_PAGES.flatMap(({ path, POST }) => (POST ? [path] : []))
  expect([...new Set(Object.keys(FORMS).map((name) => name.split(' ')[0]))].sort()).toEqual(rows.sort())
})

it.each(Object.entries(FORMS))('%s says what happened, and twice is once', async (_, [make, says]) => {
  const member = await openSignedInBrowser(agent)
  const sent = await make(member)
  const press = async () => {
    const { location, text } = await member.post(...sent)
    const page = location === undefined ? text : (await member.get(location)).text
    return page.replace(/\s+/g, ' ')
  }
  const stored = () =>
    agent.store.keysOf(/^(inquiries|members|known|erased|claims)\//).map((key) => {
      const { changes = [], mail = [] } = JSON.parse(agent.store.records.get(key) ?? '') as Record<string, unknown[]>
      return [key, changes.length, mail.length]
    })
  expect(await press()).toMatch(says)
  const after = [stored(), agent.mails.length]
  const again = await press()
  expect([stored(), agent.mails.length]).toEqual(after)
  expect(again).toMatch(new RegExp(`${says.source}|already|There is no such|has no |nothing to erase`))
})
