/**
 * The buttons of decisions: what cannot be undone does not look like what can, and Deny not like Confirm.
 */
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { createTestAgent } from '../test-agent.ts'
import { addStaff, decideClaim, openSignedInBrowser } from './browser.ts'

/** Name and class of the buttons of the page itself. */
const buttonsOf = ({ html }: { html: string }) =>
  parse(html)
    .querySelectorAll('main button')
    .map(({ text, classNames }) => [text.split(':')[0], classNames])

it('are quiet, usual, or dangerous, by what they do', async () => {
  const testAgent = await createTestAgent()
  const browser = await openSignedInBrowser(testAgent)
  await addStaff(testAgent, 'Carl Clerk', false)
  expect(buttonsOf(await browser.get('/desk/staff'))).toContainEqual(['Revoke for good', 'danger'])
  expect(buttonsOf(await browser.get('/desk/clients'))).toEqual([['Bring in the list', '']])
  await browser.submit('/desk/clients', { text: 'name,role\nAcme,opponent' })
  expect(buttonsOf(await browser.get('/desk/clients'))).toEqual([
    ['Bring in the list', ''],
    ['Remove it for good', 'danger'],
  ])
  testAgent.advance(1)
  const { id } = await testAgent.serviceAuth()
  const path = `/desk/claims/${id}`
  expect(buttonsOf(await browser.get(path))).toEqual([
    ['Confirm', ''],
    ['Deny', 'quiet'],
  ])
  await decideClaim(browser, path, 'confirmed', 'call-back')
  expect(buttonsOf(await browser.get(path))).toEqual([['Revoke for good', 'danger']])
})
