/** A member who is signed in, and adds passkeys and signs in with them as a browser does. */
import { beforeEach, expect } from 'vitest'
import { readMember } from '../../../src/staff/staff-member.ts'
import { openDesk, type TestDesk } from '../../test-desk.ts'
import { createPasskey, type Faults, signWith, type SoftPasskey } from '../authenticator.ts'
import { auditOf, type Browser, openBrowser, openSignedInBrowser } from '../browser.ts'

export const ADD = '/desk/staff/passkeys'
export const ADD_OPTIONS = `${ADD}/options`
export const SIGN_IN_OPTIONS = '/desk/sign-in/passkey'
export const FRESH_MINUTES = 15

type SignedIn = Awaited<ReturnType<typeof openSignedInBrowser>>
export let desk: TestDesk
export let ana: SignedIn
export const useAna = () =>
  beforeEach(async () => {
    desk = await openDesk()
    ana = await openSignedInBrowser(desk, 'Ana', false)
  })

export const optionsOf = async (browser: Browser, path: string) =>
  JSON.parse((await browser.get(path)).html) as Record<string, unknown> & { challenge: string; user: { id: string } }
export async function add(browser: Browser, name = 'My phone', faults: Faults = {}) {
  const { passkey, answer } = createPasskey(await optionsOf(browser, ADD_OPTIONS), faults)
  return { passkey, answer, page: await browser.post(ADD, { name, passkey: answer }) }
}
export const added = async (browser: Browser = ana, name?: string, faults?: Faults): Promise<SoftPasskey> => {
  const { passkey, page } = await add(browser, name, faults)
  expect([page.status, page.location]).toEqual([303, '/desk/staff'])
  return passkey
}
export async function enter(passkey: SoftPasskey, faults: Faults = {}, fields: Record<string, string> = {}) {
  const browser = openBrowser(desk)
  const answer = signWith(passkey, await optionsOf(browser, SIGN_IN_OPTIONS), faults)
  return { browser, answer, page: await browser.post('/desk/sign-in', { passkey: answer, ...fields }) }
}
export const audited = () => auditOf(desk)
export const removePath = (html: string) => /action="(\/desk\/staff\/passkeys\/\w+\/\w+\/remove)"/.exec(html)?.[1] ?? ''
export const passkeysOf = async (id = ana.id) => (await readMember(desk.service, id))?.passkeys ?? []
