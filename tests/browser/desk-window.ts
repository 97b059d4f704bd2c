/**
 * The desk in a browser, for tests: the owner's key as the server printed it, signing in with it.
 */
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { OwnServer } from '../journeys/build-at.ts'
import { open } from './browser.ts'

/** The key that the first start printed. */
export const readOwnerKey = (server: OwnServer): string => /DESK(-[0-9A-Z]{4}){10}/.exec(server.output())?.[0] ?? ''

/** A window in which the owner is signed in. */
export async function openDesk(server: OwnServer, options?: BrowserContextOptions): Promise<Page> {
  const page = await open(`${server.base}/desk`, options)
  await page.getByLabel('Your key').fill(readOwnerKey(server))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${server.base}/desk`)
  return page
}
